"""Tablehall: one hall, many tables, every game through every door."""

__version__ = "0.2.0"
