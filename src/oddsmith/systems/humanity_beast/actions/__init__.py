"""The actions of Humanity and Beast dice: what is entered, the roll that it makes, what can be asked of its outcome.

`action` holds the game and the roll of one character, `choices` those for which dice are chosen, `conflict` those of
two sides, `humanity` what may follow. What they share is in `shared`, and the options of their decisions are put in
phrases by `phrases`.
"""
