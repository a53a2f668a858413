"""The rules of Edged Coins, in the order of its rulebook."""
