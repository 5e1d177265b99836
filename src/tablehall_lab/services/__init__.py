"""Real services on this machine, without root: PostgreSQL, NATS and nodes of a hall."""
