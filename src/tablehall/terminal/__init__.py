"""The hall in a terminal: `tablehall play` and `tablehall watch`, as a screen or in plain lines."""
