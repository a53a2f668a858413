"""The rules of the Dot System: from a HERO sheet to dots, the pool that they roll, and the checks made with it.

Each action has a module of the same name here; `hero_sheet` and `pool` serve them all.
"""
