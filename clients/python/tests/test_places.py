"""The columns of errors lead to members of the request."""

from __future__ import annotations

import json

import pytest

from wallfarm._places import pointer_at

REQUEST = {"a": [1, "x, {", [True, {}]], "b": {"c/d": None, "e~": {"f": "\\\""}}, "g": [], "h": "é😀"}


@pytest.mark.parametrize(("word", "pointer"), [
    ('{"a"', ""), ('"a"', "/a"), ("[1", "/a"), ("1,", "/a/0"), ('"x, {"', "/a/1"), ("true", "/a/2/0"),
    ("{}", "/a/2/1"), ('"c/d"', "/b/c~1d"), ("null", "/b/c~1d"), ('"f"', "/b/e~0/f"),
    ("[]", "/g"), ('"h"', "/h"), ('"é', "/h"),
])
def test_a_column_is_a_member(word: str, pointer: str) -> None:
    text = json.dumps(REQUEST, ensure_ascii=False)
    assert pointer_at(text, text.index(word) + 1) == pointer


def test_other_columns_are_nothing() -> None:
    text = json.dumps(REQUEST)
    assert pointer_at(text, 0) is None and pointer_at(text, 3) is None
    assert pointer_at(text, len(text) + 5) is None
