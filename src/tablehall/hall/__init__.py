"""The hall: people, tables, clocks, chat, saves and scores; pure and synchronous.

It is handed commands and the time, and answers with decisions: what to remember, and what
to tell whom once that is remembered. It knows no game, no wire and no clock of its own.
"""
