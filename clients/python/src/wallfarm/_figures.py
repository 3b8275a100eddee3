"""Reads the metrics of the service, which have the text format of Prometheus."""

from __future__ import annotations

import re

from ._results import Figure

_LINE = re.compile(r"([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: -?\d+)?")
_LABEL = re.compile(r'([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)",?')
_ESCAPES = {"\\n": "\n", '\\"': '"', "\\\\": "\\"}


def parse_figures(text: str) -> list[Figure]:
    """Returns the values in a text of metrics; comments are skipped."""
    figures = []
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        found = _LINE.fullmatch(line.strip())
        if found is None:
            raise ValueError(f"'{line}' is not a metric")
        name, labels, value = found.groups()
        figures.append(Figure(name, dict(map(_label, _LABEL.findall(labels or ""))), float(value)))
    return figures


def _label(pair: tuple[str, str]) -> tuple[str, str]:
    return pair[0], re.sub(r"\\.", lambda found: _ESCAPES.get(found[0], found[0]), pair[1])
