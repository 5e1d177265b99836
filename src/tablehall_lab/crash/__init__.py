"""Killing real halls: whatever anybody was told must be in the log afterwards, once and unchanged.

* `server.py` kills one server with SIGKILL, again and again, under real players.
* `cluster.py` is the experiment with three nodes; `laboratory.py` is the nodes and services it breaks,
  `faults.py` what can go wrong with them, `partition.py` cuts a node off from NATS.
* `guest.py` is a client that comes back through another node; `players.py` plays games with it.
* `told.py` compares what players were told with the journal.
"""
