"""The hall in a bottle: real hall, doors, pipeline and journal; virtual clock, network and disk.

Everything happens in one thread, and everything that chance decides is drawn from one seed, so
whatever goes wrong goes wrong again. `world` runs a seed, `life` is the hall between two
crashes, `network` and `disk` are what is done to it, `players` are who come, and `watch`,
`privacy`, `elsewhere`, `ledger`, `bounds` and `inspection` see to it that every promise is kept.
"""
