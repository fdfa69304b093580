"""Whether processes of this machine run."""

from __future__ import annotations

import os


def runs(pid: int) -> bool:
    """Whether a process, anybody's, runs under that number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it is somebody else's
        return True
    return True
