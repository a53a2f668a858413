"""Documents that answer questions: plain data, ready for JSON.

The command line prints them, the web app serves them. Each names its schema (`oddsmith/odds/1`, ...), the question
(system, action, inputs, house rules) and the answer; exact numbers are texts (`"242/243"`) beside floats. Import each
from its module: those of dice notation need neither rules nor games.
"""
