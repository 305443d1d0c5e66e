"""The seed of this run. Every random test begins with it, so that each run tries something else.

MINGG_SEED repeats a run.
"""

import os
import random

# The first process of a run chooses it; the others find it in their environment.
SEED = int(os.environ.setdefault("MINGG_SEED", str(random.randrange(1 << 30))))
