"""Webhooks of a client, and the verification of their messages."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any

import pytest

from wallfarm import InvalidRequest, InvalidWebhook, NotFound, verify_webhook

URL = "https://hooks.invalid/wallfarm"
SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
OTHER = "whsec_" + base64.b64encode(bytes(32)).decode()


def test_a_webhook_is_created_tested_and_erased(client: Any) -> None:
    secret = client.put_webhook("app", URL, ["picture.changed", "source.failed"])
    assert secret.startswith("whsec_")
    assert client.put_webhook("app", URL, ["picture.changed"], secret=SECRET) is None
    [hook] = client.webhooks()
    assert (hook["name"], hook["url"], hook["events"]) == ("app", URL, ["picture.changed"])
    assert hook["disabled"] is None and hook["dropped"] == 0
    assert client.test_webhook("app").startswith("msg_")
    with pytest.raises(InvalidRequest) as caught:
        client.put_webhook("app", "https://other.invalid/", ["picture.changed"])
    assert caught.value.code == "host-refused"
    client.erase_webhook("app")
    assert client.webhooks() == []
    with pytest.raises(NotFound):
        client.test_webhook("app")


def message(secret: str, seconds: float = 0) -> tuple[dict[str, str], bytes]:
    """A message that was signed a number of seconds ago."""
    body = json.dumps({"type": "picture.changed", "data": {"person": "a"}}).encode()
    stamp = str(int(time.time() - seconds))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    code = hmac.new(key, f"msg_1.{stamp}.".encode() + body, hashlib.sha256).digest()
    return {"Webhook-Id": "msg_1", "webhook-timestamp": stamp,
            "webhook-signature": "v1,AAAA v1," + base64.b64encode(code).decode()}, body


def test_a_signed_message_is_accepted() -> None:
    headers, body = message(SECRET)
    assert verify_webhook(SECRET, headers, body)["data"] == {"person": "a"}
    assert verify_webhook(SECRET, headers, body.decode())["type"] == "picture.changed"


def test_other_messages_are_rejected() -> None:
    headers, body = message(SECRET)
    late, _ = message(SECRET, 301)
    cases = [
        (OTHER, headers, body), (SECRET, headers, body + b" "), (SECRET, late, body), (SECRET, {}, body),
        (SECRET, headers | {"webhook-signature": headers["webhook-signature"].replace("v1", "v2")}, body),
        (SECRET, headers | {"Webhook-Id": "msg_2"}, body),
        (SECRET, headers | {"webhook-timestamp": "soon"}, body),
    ]
    for secret, given, data in cases:
        with pytest.raises(InvalidWebhook):
            verify_webhook(secret, given, data)
    with pytest.raises(ValueError, match="Base64"):
        verify_webhook("whsec_!", headers, body)
