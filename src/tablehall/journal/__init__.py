"""The journal: what the hall must never forget, on disk before anybody hears of it."""
