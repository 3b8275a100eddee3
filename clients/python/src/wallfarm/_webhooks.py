"""Verifies the messages that the service sends to webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any


class InvalidWebhook(ValueError):
    """A message is not from the service, or is too old."""


def verify_webhook(
    secret: str, headers: Mapping[str, str], body: bytes | str, *, tolerance: float = 300
) -> dict[str, Any]:
    """Verifies a message as Standard Webhooks specifies, and returns its event.

    ``body`` must be the received bytes. ``tolerance`` is the maximum difference in seconds between the
    time of the message and the current time. Compare ``webhook-id`` with the identifiers of earlier
    messages, because a message can arrive more than once. Raises ``InvalidWebhook``.
    """
    data = body.encode() if isinstance(body, str) else body
    found = {name.lower(): value for name, value in headers.items()}
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        raise ValueError("the secret is not Base64") from None
    try:
        id, stamp, signatures = (
            found[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        seconds = int(stamp)
    except (KeyError, ValueError):
        raise InvalidWebhook("a header is missing or invalid") from None
    if abs(time.time() - seconds) > tolerance:
        raise InvalidWebhook("the message is too old or too new")
    code = hmac.new(key, f"{id}.{stamp}.".encode() + data, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(code)
    if not any(hmac.compare_digest(expected, one.encode()) for one in signatures.split(" ")):
        raise InvalidWebhook("no signature matches")
    event: dict[str, Any] = json.loads(data)
    return event
