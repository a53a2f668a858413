"""Fields: the inputs of an action and the house rules of a system, each described once for all who ask for or show it.

Games declare them as pydantic models (`models`); `fields_of` reads these, and every way in derives from it.
"""
