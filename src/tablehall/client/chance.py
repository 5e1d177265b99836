"""One's own share of the dice."""

import secrets


def own_chance() -> str:
    """A share that nobody knew before: 64 characters, as many as the hall takes."""
    return secrets.token_hex(32)
