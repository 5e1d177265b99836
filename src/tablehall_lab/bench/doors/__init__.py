"""Players of each door, who speak its protocol as its page has it, and spend as little as they can."""
