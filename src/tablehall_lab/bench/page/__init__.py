"""What the page costs whoever looks at it: tasks of their browser, paint, bytes, requests."""
