"""The keeper's page: its routes, what it shows, and what it is sent."""
