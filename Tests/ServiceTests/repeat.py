"""Creates people with idempotency keys, cuts connections at random, and repeats until each has an answer.

Usage: repeat.py PORT FIRST COUNT SEED. Prints the keys from FIRST with the ids of their people.
"""

import http.client
import json
import random
import sys
import threading
import time

port, first, count, seed = (int(word) for word in sys.argv[1:])
body = json.dumps({"device": "iphonese3", "lock": {}, "home": "keep", "notes": ["Buy milk"]})
found = {}


def create(key, chance):
    for _ in range(100_000):
        if key in found:
            return
        connection = http.client.HTTPConnection("localhost", port, timeout=600)
        try:
            connection.request("POST", "/v1/people", body, {"Idempotency-Key": key})
            if chance.random() < 0.5:
                # The service may be anywhere in the request when the client disappears.
                connection.sock.settimeout(chance.random() * 0.1)
                connection.sock.recv(1)
                continue
            answer = connection.getresponse()
            if answer.status == 201:
                found[key] = json.loads(answer.read())["id"]
        except (OSError, http.client.HTTPException):
            # The service may be down at the moment.
            time.sleep(chance.random() * 0.05)
        finally:
            connection.close()


threads = [
    threading.Thread(target=create, args=(f"key-{first + number % count}", random.Random(seed + number)))
    for number in range(2 * count)
]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for key, identifier in sorted(found.items()):
    print(key, identifier)
