"""How hypothesis runs: the same examples every time unless HYPOTHESIS_PROFILE says otherwise."""

import os

from hypothesis import settings

settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.register_profile("search", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
