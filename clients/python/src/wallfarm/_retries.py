"""Decides whether and when a request is sent again."""

from __future__ import annotations

import email.utils
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import httpx

#: Statuses of the service and of proxies that can change without another request.
_RETRYABLE = frozenset({429, 502, 503, 504})
#: Failures before the first byte of a request is sent.
_UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
#: Failures that a retry cannot change.
_LASTING = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)


_LONGEST_BACK_OFF = 10.0


@dataclass(frozen=True)
class Retries:
    """The rules for repeating requests.

    After a response with ``Retry-After``, a request is repeated when that time has passed. The error of
    a full store (``store-full``) has no ``Retry-After``, so its request is not repeated. Requests whose
    effect would double if they were executed twice, such as the creation of a person, are repeated only
    if the service has not executed them.
    """

    #: The maximum number of attempts; ``None`` for no limit but ``patience``.
    attempts: int | None = None
    #: The first back-off in seconds, without ``Retry-After``. Each further one is twice as long, but
    #: at most 10 seconds.
    pause: float = 0.5
    #: The maximum total of all pauses of a request in seconds, without the time of the attempts.
    patience: float = 60

    def __post_init__(self) -> None:
        if (self.attempts is not None and self.attempts < 1) or self.pause < 0 or self.patience < 0:
            raise ValueError("attempts are at least 1, and times are not negative")


#: Sends each request once.
NO_RETRIES = Retries(attempts=1)


class Attempts:
    """The attempts of one request."""

    def __init__(
        self, retries: Retries, *, is_repeatable: bool, can_send_again: bool,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._retries = retries
        #: Whether two executions have the effect of one.
        self._is_repeatable = is_repeatable
        #: Whether the body can be read again.
        self._can_send_again = can_send_again
        self._chance = chance
        self._made, self._waited = 0, 0.0
        #: Whether the outcome of an earlier attempt is unknown.
        self.is_unclear = False

    def after_failure(self, failure: httpx.TransportError) -> float | None:
        """The seconds to wait after a failed connection, or ``None`` to give up."""
        is_unsent = isinstance(failure, _UNSENT)
        self.is_unclear = self.is_unclear or not is_unsent
        if isinstance(failure, _LASTING) or not (is_unsent or self._is_repeatable):
            return None
        return self._pause(None)

    def after_response(
        self, status: int, retry_after: float | None, is_problem: bool
    ) -> float | None:
        """The seconds to wait after an error response, or ``None`` if it is final."""
        if status not in _RETRYABLE:
            return None
        # The service sends Retry-After with a 429 or 503 if a retry can succeed, so without it such a
        # response is final. This does not apply to 502 and 504, because they concern the host of a photo.
        if is_problem and status in (429, 503) and retry_after is None:
            return None
        # The service sends 429 and 503 only before it executes a request, but a proxy may also send them
        # later.
        is_refused = is_problem and status in (429, 503)
        if not (is_refused or self._is_repeatable):
            return None
        return self._pause(retry_after)

    def _pause(self, stated: float | None) -> float | None:
        self._made += 1
        most, left = self._retries.attempts, self._retries.patience - self._waited
        if (most is not None and self._made >= most) or not self._can_send_again or left <= 0:
            return None
        # The random part of the pause keeps clients that were rejected together from retrying together.
        if stated is None:
            back_off: float = min(self._retries.pause * 2.0 ** min(self._made - 1, 30), _LONGEST_BACK_OFF)
            # Pauses of 0 would never use up the patience, so every pause lasts at least a millisecond.
            seconds = min(max(back_off * (0.5 + self._chance() / 2), 0.001), left)
        else:
            seconds = max(stated + self._retries.pause * self._chance(), 0.001)
            if seconds > left:
                return None
        self._waited += seconds
        return seconds


def retry_after(text: str | None, now: Callable[[], float] = time.time) -> float | None:
    """Returns the seconds from ``Retry-After``, which contains a number or a date (RFC 9110)."""
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - now())
    except ValueError:
        return None
