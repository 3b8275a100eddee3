"""Verifies messages as a receiver of Standard Webhooks does: verify.py FILE.

Each line of FILE is an object with a secret, headers and a body. The script prints 'accepted COUNT', or a
line for each message that it rejects. It uses the standardwebhooks package too, if it is installed.
"""
import base64
import hashlib
import hmac
import json
import sys
import time

try:
    from standardwebhooks import Webhook, WebhookVerificationError
except ImportError:
    Webhook = None


def reason(secret, headers, body):
    """The reason for a rejection (Standard Webhooks 1.0.0, Verifying signatures), or None."""
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    id, stamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(stamp)) > 300:
        return "timestamp"
    expected = hmac.new(key, f"{id}.{stamp}.{body}".encode(), hashlib.sha256).digest()
    for one in headers["webhook-signature"].split(" "):
        version, _, code = one.partition(",")
        try:
            if version == "v1" and hmac.compare_digest(base64.b64decode(code, validate=True), expected):
                return None
        except ValueError:
            pass
    return "signature"


accepted = 0
for line in open(sys.argv[1]):
    message = json.loads(line)
    why = reason(message["secret"], message["headers"], message["body"])
    if Webhook and why != "timestamp":
        try:
            Webhook(message["secret"]).verify(message["body"], message["headers"])
            other = None
        except WebhookVerificationError:
            other = "signature"
        if other != why:
            why = f"the judges differ: {why} and {other}"
    if why:
        print(message["headers"]["webhook-id"], why)
    else:
        accepted += 1
print("accepted", accepted)
