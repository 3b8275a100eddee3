"""Opens many silent connections to a port; while they are open, asks for the health and for a picture.

Usage: crowd.py PORT SOCKET COUNT KEY. A low limit on open files lowers the number of connections.
"""

import http.client
import resource
import socket
import sys

port, path, count, key = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
count = min(count, most - 100)
resource.setrlimit(resource.RLIMIT_NOFILE, (count + 100, most))
crowd = [socket.create_connection(("127.0.0.1", port), timeout=600) for _ in range(count)]


def status(target):
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.settimeout(600)
    client.connect(path)
    client.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    return client.recv(4096).split()[1].decode()


print(f"{len(crowd)} connections")
print("health", status("/healthz"))
print("ready", status("/readyz"))
connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
body = '{"devices": "iphonese3", "notes": ["Buy milk"]}'
connection.request("POST", "/v1/render", body, {"Authorization": f"Bearer {key}"})
print("picture", connection.getresponse().status)
