"""Questions asked backwards: which values of inputs and house rules meet some goals, the shortest change first."""
