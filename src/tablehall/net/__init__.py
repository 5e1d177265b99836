"""The net: the only asyncio. Sockets in, sockets out, limits, back pressure."""
