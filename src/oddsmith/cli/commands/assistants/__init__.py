"""Tools for assistants: what the command line answers, by the Model Context Protocol."""
