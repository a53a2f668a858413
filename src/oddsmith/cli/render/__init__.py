"""Answers as text for people, one module for each kind of document.

Every `show_...` prints what its document holds; JSON is printed elsewhere (`text.json_layout`).
"""
