"""Several nodes, one hall.

Every table is decided on by one node, its owner; people come and go through one node at a time, the
leader. A node that is asked for something that another one decides on passes the command on and
waits for the answer (only the connection that asked waits). A decision is remembered first, in the
database that all of them share, and then told: to the connections of this node, and to every node
where somebody sits at that table or looks on. Those nodes keep a replica of the table, fed with its
records; all others know only what stands in the lobby.

* `bus.py` speaks to NATS, `links.py` makes of it a link to each node: in order, nothing lost.
* `membership.py` knows who is alive, who leads, and who succeeds whom.
* `messages.py` is what nodes say to each other.
* `shared.py` is the hall as one node sees it: what is decided here, and what elsewhere.
* `replicas.py` takes in what other nodes have decided.
* `forwarding.py` passes commands on and decides for others; `fibers.py` lets one conversation wait meanwhile.
* `publishing.py` posts what was decided here once it is remembered.
* `node.py` ties this node to the others; `failover.py` goes on where a dead one stopped, and `draining.py`
  stops in good order.
* `joining.py` makes a server a node; `status.py` listens from outside.
"""
