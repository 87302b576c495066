"""The one writer: jobs that wait share one durable commit."""
