"""The commands of the workshop."""

from importlib import import_module


def add_commands() -> None:
    """Put them beside the commands of the product, in this order."""
    for room in ("bench", "crash", "sim", "fuzz", "soak", "mutations"):
        import_module(f"tablehall_lab.cli.{room}")
