"""One module a format: books in, named bytes out."""
