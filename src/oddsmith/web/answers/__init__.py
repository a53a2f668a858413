"""The forms of answers, for the OpenAPI document alone: what is sent was made elsewhere, and is not read again.

Tests hold every answer against its form. Answers may have more fields in later versions, so forms are open.
"""
