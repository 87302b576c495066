"""What went in and what came out, entry by entry: a record that anyone can check."""
