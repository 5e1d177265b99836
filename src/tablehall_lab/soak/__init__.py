"""Soaking: a real hall, real sockets and a crowd for minutes or days; nothing may pile up.

The crowd is that of the simulation (`tablehall_lab.sim.players`) on a real clock and a real network.
What they need to know of the rules' state they read from the hall's journal.
"""
