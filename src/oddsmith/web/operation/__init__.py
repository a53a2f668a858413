"""Operation: what whoever keeps a server sees of it, its health, its figures and its log."""
