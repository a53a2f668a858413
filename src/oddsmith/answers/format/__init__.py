"""Values, numbers, plans and rules of thumb as JSON data."""
