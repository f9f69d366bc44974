"""Runs programs one after another and reports what the kernel counted for each.

Node cannot ask for the resource usage of a child. One JSON array per line, in: argv and the
environment; out: wall and processor milliseconds, peak memory in MB, exit code.
"""

import json
import os
import sys
import time

UNIT = 1024 * 1024 if sys.platform == "darwin" else 1024
SILENT = [
    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
    (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
    (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
]

for line in sys.stdin:
    argv, env = json.loads(line)
    start = time.perf_counter()
    pid = os.posix_spawn(argv[0], argv, env, file_actions=SILENT)
    _, status, usage = os.wait4(pid, 0)
    wall = (time.perf_counter() - start) * 1000
    cpu = (usage.ru_utime + usage.ru_stime) * 1000
    print(json.dumps([wall, cpu, usage.ru_maxrss / UNIT, os.waitstatus_to_exitcode(status)]), flush=True)
