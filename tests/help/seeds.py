"""The seed of this run, and its length. Every random test begins with the seed, so that each run tries something else.

MINGG_SEED repeats a run. With MINGG_TIMES=20 the random tests try twenty times as much; `make prove` does so.
"""

import os
import random

# The first process of a run chooses it; the others find it in their environment.
SEED = int(os.environ.setdefault("MINGG_SEED", str(random.randrange(1 << 30))))
TIMES = int(os.environ.get("MINGG_TIMES", "1"))
