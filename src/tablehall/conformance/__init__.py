"""Protocol pages that run: transcripts in Markdown, executed against any server.

The pages in `docs/protocols/` are documentation and test at once. `page` reads them,
`patterns` compares what was expected with what was heard, `wires` are the clients, and
`runner` plays a transcript through them. `start` starts the server under test, `verdicts`
says which rules it keeps, and `reports` tells it to people and programs.
"""
