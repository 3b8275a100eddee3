"""Fixes are JSON Patches (RFC 6902)."""

from __future__ import annotations

from typing import Any

import pytest

from wallfarm import Fault, InvalidRequest, PatchError, apply_fix

REQUEST = {"devices": ["iphone15", "ipad10"], "theme": "papre", "set": {"a/b": 1, "c~d": [1, 2]}}


@pytest.mark.parametrize(("fix", "path", "value"), [
    ([{"op": "replace", "path": "/theme", "value": "paper"}], ["theme"], "paper"),
    ([{"op": "remove", "path": "/devices/0"}], ["devices"], ["ipad10"]),
    ([{"op": "add", "path": "/devices/1", "value": "x"}], ["devices"], ["iphone15", "x", "ipad10"]),
    ([{"op": "add", "path": "/devices/-", "value": "x"}], ["devices"], ["iphone15", "ipad10", "x"]),
    ([{"op": "replace", "path": "/devices/0", "value": "x"}], ["devices"], ["x", "ipad10"]),
    ([{"op": "add", "path": "/set/a~1b", "value": 2}], ["set", "a/b"], 2),
    ([{"op": "remove", "path": "/set/c~0d/0"}], ["set", "c~d"], [2]),
    ([{"op": "move", "from": "/theme", "path": "/set/theme"}], ["set", "theme"], "papre"),
    ([{"op": "copy", "from": "/devices", "path": "/set/all"}], ["set", "all"], ["iphone15", "ipad10"]),
    ([{"op": "test", "path": "/theme", "value": "papre"},
      {"op": "replace", "path": "", "value": {"theme": "fog"}}], ["theme"], "fog"),
])
def test_a_fix_is_applied_to_a_copy(fix: Any, path: list[str], value: Any) -> None:
    before = repr(REQUEST)
    found = apply_fix(REQUEST, fix)
    for key in path:
        found = found[key]
    assert found == value and repr(REQUEST) == before


@pytest.mark.parametrize("step", [
    {"op": "remove", "path": "/no"}, {"op": "replace", "path": "/no", "value": 1},
    {"op": "add", "path": "/devices/3", "value": 1}, {"op": "remove", "path": "/devices/-"},
    {"op": "remove", "path": "/devices/00"}, {"op": "add", "path": "/theme/x", "value": 1},
    {"op": "test", "path": "/theme", "value": "paper"}, {"op": "test", "path": "/set/a~1b", "value": True},
    {"op": "grow", "path": "/theme"}, {"op": "add", "path": "theme", "value": 1},
    {"op": "add", "path": "/theme"}, {"path": "/theme"}, {"op": "move", "from": "/set", "path": "/set/x"},
])
def test_a_fix_that_does_not_match_is_an_error(step: Any) -> None:
    with pytest.raises(PatchError):
        apply_fix(REQUEST, [step])


def test_an_error_repairs_a_request() -> None:
    def fault(*fix: dict[str, Any]) -> Fault:
        return Fault.from_json({"code": "x", "message": "y", "hint": None, "fix": list(fix) or None,
                                "origin": {"kind": "file", "text": "request:1:2"}})

    error = InvalidRequest(422, [
        fault({"op": "remove", "path": "/devices/0"}), fault({"op": "remove", "path": "/devices/1"}),
        fault(), fault({"op": "replace", "path": "/gone", "value": 1})])
    assert error.fix == [{"op": "remove", "path": "/devices/0"}]
    assert error.fixed(REQUEST) == {**REQUEST, "devices": []}
    assert InvalidRequest(422, [fault()]).fixed(REQUEST) is None
    assert error.place == "request:1:2"


@pytest.mark.parametrize(("request_", "path", "value"), [
    ({"devices": "iphone15"}, "/notes", ["Buy milk"]),
    ({"devices": "iphone15", "notes": None}, "/notes", ["Buy milk"]),
    ({"notes": ["Tea"]}, "/devices", "iphone15"),
    ({"template": "agenda"}, "/content", {"events": [{"title": "Lunch"}]}),
    ({"content": {"dates": [{}]}}, "/content/events", [{"title": "Lunch"}]),
])
def test_examples_are_not_added_silently(request_: dict[str, Any], path: str, value: Any) -> None:
    error = InvalidRequest(422, [Fault("x", "y", fix=[{"op": "add", "path": path, "value": value}])])
    assert error.fixed(request_) is None
    assert error.fixed(request_, examples=True) not in (None, request_)
    both = InvalidRequest(422, [*error.faults, Fault("z", "y", fix=[
        {"op": "add", "path": "/theme", "value": "paper"}])])
    assert both.fixed(request_) == {**request_, "theme": "paper"}


def test_a_given_value_is_repaired() -> None:
    error = InvalidRequest(422, [Fault("x", "y", fix=[
        {"op": "replace", "path": "/devices", "value": "iphone15"}])])
    assert error.fixed({"devices": "iphone51"}) == {"devices": "iphone15"}
