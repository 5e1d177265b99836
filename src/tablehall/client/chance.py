"""One's own share of the dice."""

import secrets


def own_chance() -> str:
    """A share that nobody knew before: 64 characters, as many as the hall takes."""
    return secrets.token_hex(32)


def share_of_rematch(promise: str) -> str:
    """What one adds to the dice of a rematch, if those are fixed: one knows their hash."""
    return own_chance() if promise else ""
