"""Opens many silent connections to a port, and asks for the health on a socket while they are open.

Usage: crowd.py PORT SOCKET COUNT
"""

import resource
import socket
import sys

port, path, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, count + 100), most))
crowd = []
for _ in range(count):
    try:
        crowd.append(socket.create_connection(("127.0.0.1", port), timeout=60))
    except OSError as error:
        print(f"refused after {len(crowd)}: {error}")
        break


def status(target):
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.settimeout(60)
    client.connect(path)
    client.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    return client.recv(4096).split()[1].decode()


print(f"{len(crowd)} connections")
print("health", status("/healthz"))
print("ready", status("/readyz"))
