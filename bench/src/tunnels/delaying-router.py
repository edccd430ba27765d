"""Holds every IP packet that is routed into a TUN link back for so many milliseconds, and gives it back in the order of arrival.

Usage: delaying-router.py LINK MILLISECONDS. Says "ready" once the link is there; ends with its standard input. A kernel with netem
would do the same by one command.
"""

import fcntl
import os
import select
import struct
import sys
import time
from collections import deque

TUNSETIFF = 0x400454CA
IFF_TUN_NO_PI = 0x0001 | 0x1000

link, delay = sys.argv[1], float(sys.argv[2]) / 1000
tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH22x", link.encode(), IFF_TUN_NO_PI))
try:
    # Runs with high priority: on a busy machine, waiting for the CPU would add to the configured latency.
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
except PermissionError:
    print("delaying-router.py: no real-time priority here, so packets may come late", file=sys.stderr)
print("ready", flush=True)

held = deque()
while True:
    # Not epoll, whose timeout is rounded up to whole milliseconds, which would delay each packet by up to 1 ms.
    wait = max(0.0, held[0][0] - time.monotonic()) if held else 1.0
    for descriptor in select.select([tun, sys.stdin], [], [], wait)[0]:
        if descriptor != tun:
            sys.exit(0)
        try:
            while True:
                packet = os.read(tun, 65536)
                held.append((time.monotonic() + delay, packet))
        except BlockingIOError:
            pass
    while held and held[0][0] <= time.monotonic():
        os.write(tun, held.popleft()[1])
