"""What a browser opens: the page itself, links, notices, and the API described."""
