"""The rules of Humanity and Beast dice, in the order of its rulebook."""
