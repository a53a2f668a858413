"""Functions of answers in the place of answers: forms that a rule evaluates later, and classes of faces alike to it."""
