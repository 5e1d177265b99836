"""The conversations that are had with the clients of each protocol: data, read by `trial`."""
