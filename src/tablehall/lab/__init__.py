"""The laboratory: a real hall of several nodes on this machine, to be broken on purpose.

Nothing here is needed to run a hall; `tablehall crash --cluster` and the tests use it.

* `postgres.py` and `nats.py` start the real programs in folders and on ports of their own.
* `nodes.py` starts, kills, stops and restarts nodes; `partition.py` cuts one off from NATS.
* `laboratory.py` is all of that together; `faults.py` is what can go wrong with it.
* `guest.py` is a client that comes back through another node; `players.py` plays games with it.
* `told.py` compares what players were told with the journal; `crash.py` is the experiment.
"""
