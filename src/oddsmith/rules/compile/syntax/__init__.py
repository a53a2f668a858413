"""Syntax trees of rules: read from their source, gone through, and put together; what no machine can do is refused."""
