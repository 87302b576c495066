"""What a browser opens: the page, links, notices, and the description of the API."""
