"""Contests: game after game among everybody who joins, with standings. Above the hall, below the doors.

* `contest.py` is a contest: it knows its players, its running games and what is due.
* `register.py` lets programs and people in and out, `roster.py` is the list of them.
* `window.py` invites everybody to the next game, `patience.py` says who is waited for,
  `seating.py` draws those who joined to tables.
* `referee.py` sees to it that the games go on, `match.py` is one of them while it is played.
* `draw.py` is the lot, `notices.py` what doors are told.
"""
