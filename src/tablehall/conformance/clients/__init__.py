"""Does a client speak a protocol as its document says? A real hall, a wire that is read, and a judge.

The client under test is a program that plays by itself. It is let loose on a hall of its own, through a
`relay` that disturbs the conversation as a scenario wants it and shows every message to the `judge` of the
protocol; somebody of the house (`company`) plays with it. `trial` puts them together.
"""
