"""A package, unlike other folders of tests: a browser ends with it."""
