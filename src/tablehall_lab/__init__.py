"""The workshop: what tests, breaks and measures the product. Nothing here is needed to run a hall.

* `sim/` is a hall in a simulated world, `fuzz/` feeds the doors whatever bytes there are.
* `crash/` kills real servers and nodes, `soak/` runs one for hours under real clients.
* `bench/` measures, `mutations/` breaks the source on a copy and sees which test notices, `planted/` runs
  servers with a defect and sees whether `conform` finds it.
* `services/` starts real PostgreSQL, NATS and nodes in folders and on ports of their own.
* `cli/` holds the commands; from a clone they stand beside those of `tablehall`.
"""
