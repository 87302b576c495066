"""The `casinowar` command on a slower disk: every commit takes some milliseconds more.

python -m bench.served.slow_disk MILLISECONDS serve [OPTIONS]
"""

import sys
import time

from sqlalchemy import Engine, event

from casinowar.__main__ import main

if __name__ == "__main__":
    seconds = float(sys.argv.pop(1)) / 1000
    event.listen(Engine, "commit", lambda _: time.sleep(seconds))
    sys.exit(main())
