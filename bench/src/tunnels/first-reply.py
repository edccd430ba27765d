"""Starts a command inside a lab host and prints how many milliseconds pass until an echo server has answered the first request after
it (`reply`), or just the first packet, as a ping would see it (`packet`).

Usage: first-reply.py reply|packet SERVER COMMAND [ARGUMENT ...]. The clock runs from the command's start. Node would need four of these
milliseconds to start it and to see its end, which neither side is to be blamed for; this takes a tenth of one.
"""

import os
import shutil
import socket
import sys
import tempfile
import time

if len(sys.argv) < 4 or sys.argv[1] not in ("reply", "packet"):
    sys.exit("first-reply.py reply|packet SERVER COMMAND [ARGUMENT ...]")
until, server, command, *arguments = sys.argv[1:]
program = shutil.which(command)
if program is None:
    sys.exit(f"There is no {command}")
complaint = tempfile.TemporaryFile()
nowhere = os.open(os.devnull, os.O_RDWR)
streams = [(os.POSIX_SPAWN_DUP2, nowhere, 0), (os.POSIX_SPAWN_DUP2, nowhere, 1), (os.POSIX_SPAWN_DUP2, complaint.fileno(), 2)]

started = time.perf_counter()
child = os.posix_spawn(program, [command, *arguments], os.environ, file_actions=streams)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
if code != 0:
    complaint.seek(0)
    sys.exit(f"{command} ended with {code}: {complaint.read().decode(errors='replace')}")
# Not create_connection, which would first load Python's name resolution (1 ms or more) for a numeric address.
with socket.socket(socket.AF_INET) as connection:
    connection.settimeout(5)
    connection.connect((server, 80))
    if until == "reply":
        connection.sendall(b"GET / HTTP/1.1\r\nHost: echo\r\nConnection: close\r\n\r\n")
        if connection.recv(1) == b"":
            sys.exit("The server answered nothing")
    print((time.perf_counter() - started) * 1000)
