"""The rules of Mod Dot, in the order of its rulebook."""
