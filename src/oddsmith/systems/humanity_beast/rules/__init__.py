"""The rules of Humanity and Beast dice: an action, the choice of dice for it, conflicts, battles, checks and spirals.

`reading`, `roll_task`, `dice_on_table`, `dice_throw`, `comparison` and `battle_throw` keep the odds of them exact
and small.
"""
