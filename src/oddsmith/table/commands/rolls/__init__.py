"""Commands about rolls, from opening one to taking it back, and the parts they share.

`opening`, `answers`, `real_hands`, `choices`, `ending` and `timeouts` are commands; `progress` takes a roll as far as
it goes, with `commit_reveal` for its randomness, `sheet_inputs` and `effects` for sheets, `size` for its limits.
"""
