"""Goals as people say them, read into objectives that solvers understand."""
