"""Notation as it is written elsewhere: by other programs, by people in words, and what may be meant otherwise."""
