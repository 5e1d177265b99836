"""Fuzzing: every door is told whatever a coverage-guided search can think of.

A case is a conversation of up to four clients with one door of a hall in a bottle: the real
hall, sessions, connections and framing, with virtual time and no disk. Nothing of it may
raise, hang, or depend on how the bytes were split on their way.
"""
