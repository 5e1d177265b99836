"""Who comes to the hall: polite, rude, absent and malicious, through every door."""
