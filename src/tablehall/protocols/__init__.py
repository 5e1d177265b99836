"""The protocols: each turns bytes into commands and news into bytes, and decides nothing."""
