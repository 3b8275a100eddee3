"""Functions for benchmarks that start servers on loopback ports."""
import os
import socket
import subprocess
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def free_port():
    return int(subprocess.check_output([f"{ROOT}/scripts/free-ports"]))


def wait(port):
    """Waits until a server listens, for at most two minutes."""
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"nothing listens on {port}")


def ask(port, path, data, method="POST"):
    """Returns the body of a response. Under callgrind, a server takes minutes for the first picture."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, method=method)
    return urllib.request.urlopen(request, timeout=900).read()
