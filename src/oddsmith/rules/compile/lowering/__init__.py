"""Rules in A-normal form, with every await a statement of its own; and rules that gain nothing from it."""
