"""Data folders of an older version: made by playing in its real server, stored small, opened again."""
