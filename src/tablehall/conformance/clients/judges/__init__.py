"""What the clients of each protocol have to keep to, in the words of its document."""
