"""Probes of a network without a tunnel, from the lab's client to its internet host. `probe.py serve` answers them there. Every other
mode exits with 0 if the probe passes, and 1 if it is blocked: see PROBES."""

import os
import socket
import ssl
import subprocess
import sys
import threading
import time

SERVER, RESOLVER = "203.0.113.80", "203.0.113.53"
TCP_PORTS, UDP_PORTS = (443, 8443), (1194, 4500, 51820)
TIMEOUT = 2
RESET = bytes([0x38]) + os.urandom(8) + bytes(5)
INITIATION = bytes([1, 0, 0, 0]) + os.urandom(144)


def reply_to(message):
    """A reset of OpenVPN is answered by one, `late SECONDS` after that time, and everything else by itself."""
    if message[0] >> 3 == 7:
        return bytes([0x40]) + message[1:]
    if message.startswith(b"late "):
        time.sleep(float(message[5:]))
    return message


def serve_udp(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind((SERVER, port))
        while True:
            message, sender = listener.recvfrom(65536)
            if message:
                answer = lambda m=message, s=sender: listener.sendto(reply_to(m), s)
                threading.Thread(target=answer, daemon=True).start()


def serve_tcp(port):
    with socket.create_server((SERVER, port)) as listener:
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=echo, args=(connection,), daemon=True).start()


def echo(connection):
    with connection:
        try:
            while message := connection.recv(65536):
                connection.sendall(message)
        except OSError:
            pass


def serve():
    for target, ports in ((serve_udp, UDP_PORTS), (serve_tcp, TCP_PORTS)):
        for port in ports:
            threading.Thread(target=target, args=(port,), daemon=True).start()
    print("ready", flush=True)
    sys.stdin.read()


def tcp(port):
    socket.create_connection((SERVER, int(port)), TIMEOUT).close()
    return True


def tcp_echo(message):
    with socket.create_connection((SERVER, 443), TIMEOUT) as connection:
        connection.sendall(message)
        return connection.recv(1) != b""


def udp_echo(port, message, timeout=TIMEOUT, server=SERVER):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.settimeout(timeout)
        sender.sendto(message, (server, port))
        return sender.recvfrom(65536)[0]


def udp(port):
    return udp_echo(int(port), b"probe") == b"probe"


def passes(probe, *arguments):
    try:
        return bool(probe(*arguments))
    except OSError:
        return False


def handshakes():
    return passes(udp_echo, 51820, INITIATION) or passes(udp_echo, 1194, RESET)


def random():
    return tcp_echo(bytes((index * 151 + 183) % 256 for index in range(200)))


def hello(name):
    outgoing = ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname=name)
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return tcp_echo(outgoing.read())


def probed():
    """Passes if OpenVPN still answers five seconds later; the first answer must come."""
    udp_echo(1194, RESET)
    time.sleep(5)
    return udp_echo(1194, RESET)


def request(path):
    with socket.create_connection((SERVER, 80), TIMEOUT) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: echo\r\nConnection: close\r\n\r\n".encode())
        return connection.recv(65536)


def website():
    return request("/").startswith(b"HTTP/1.1 200 ")


def download():
    with socket.create_connection((SERVER, 80), TIMEOUT) as connection:
        connection.sendall(b"GET /bytes/1000000 HTTP/1.1\r\nHost: echo\r\nConnection: close\r\n\r\n")
        deadline, received = time.monotonic() + TIMEOUT, 0
        while received < 1_000_000 and time.monotonic() < deadline:
            received += len(connection.recv(65536))
        return received >= 1_000_000


def dns(name, address):
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    query = bytes([0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]) + labels + bytes([0, 0, 1, 0, 1])
    return socket.inet_aton(address) in udp_echo(53, query, server=RESOLVER)


def large(size):
    ping = ["ping", "-c1", "-W2", "-Mdo", f"-s{int(size) - 28}", SERVER]
    return subprocess.run(ping, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def late(seconds):
    """Two exchanges three seconds apart come first: Linux keeps a flow with replies for two minutes, and others for 30 s."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.connect((SERVER, 4500))
        late_message, late_timeout = f"late {seconds}".encode(), float(seconds) + TIMEOUT
        steps = ((b"probe", 3, TIMEOUT), (b"probe", 0, TIMEOUT), (late_message, 0, late_timeout))
        for message, pause, timeout in steps:
            sender.settimeout(timeout)
            sender.send(message)
            reply = sender.recv(65536)
            time.sleep(pause)
        return reply


def burst(count):
    return all(passes(udp_echo, 4500, b"probe", 0.5) for _ in range(int(count)))


def accept(path):
    return request(path)


PROBES = (tcp, udp, handshakes, random, hello, probed, website, download, dns, large, late, burst, accept)

if __name__ == "__main__":
    mode, *arguments = sys.argv[1:] or [""]
    if mode == "serve":
        serve()
        sys.exit(0)
    probe = next((one for one in PROBES if one.__name__ == mode), None)
    if probe is None:
        sys.exit("probe.py serve, or a probe with its arguments")
    sys.exit(0 if passes(probe, *arguments) else 1)
