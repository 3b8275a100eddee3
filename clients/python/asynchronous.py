#!/usr/bin/python3
"""Generates the asynchronous client from the synchronous client.

    clients/python/asynchronous.py            writes the files
    clients/python/asynchronous.py --check    fails if they differ
"""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "src/wallfarm"
FILES = {"_client.py": "_async_client.py", "_person.py": "_async_person.py"}
NOTE = "# Written by asynchronous.py: edit the synchronous file and run asynchronous.py.\n"
#: Methods that send nothing, and helpers that only build something.
PLAIN = {"__init__", "__repr__", "person"}
WORDS = [
    (r"\bThe synchronous client\b", "The asynchronous client"),
    (r"\bthe synchronous client\b", "the asynchronous client"),
    (r"\bClient\b", "AsyncClient"), (r"\bhttpx\.Client\b", "httpx.AsyncClient"),
    (r"\bPerson\b", "AsyncPerson"), (r"\bDriver\b", "AsyncDriver"), (r"\bin_threads\b", "in_tasks"),
    (r"\bIterator\b", "AsyncIterator"), (r"\b_(client|person) import", r"_async_\1 import"),
    (r"\b__enter__\b", "__aenter__"), (r"\b__exit__\b", "__aexit__"),
    (r"It may be shared\n    by threads|It may be shared by threads",
     "It runs on asyncio and on Trio"),
]
#: Calls that have to be awaited.
AWAITED = re.compile(
    r"(?<!def )\b(self\.close\(\)|self\._driver\.(?:run|save|probe|close|wait_until_ready)\(|self\._metrics\.(?:run|close)\("
    r"|self\._(?:run|save|render)\((?=[^\n])|self\._client\._(?:run|save)\(|in_tasks\()")


def asynchronous(text):
    """Returns the asynchronous form of a module."""
    for pattern, word in WORDS:
        text = re.sub(pattern, word, text)
    text = re.sub(r"httpx\.AsyncAsyncClient", "httpx.AsyncClient", text)
    text = re.sub(r"^( +)def (\w+)", lambda found: found[0] if found[2] in PLAIN else
                  f"{found[1]}async def {found[2]}", text, flags=re.M)
    # Overload declarations become async as well. Calls that return iterators are not awaited.
    text = AWAITED.sub(r"await \1", text)
    text = text.replace("        for line in self._driver.lines", "        async for line in self._driver.lines")
    head, mark, rest = text.partition('"""\n\n')
    return head + mark + NOTE + "\n" + rest


def main(arguments):
    for source, target in FILES.items():
        text = asynchronous((FOLDER / source).read_text())
        if arguments == ["--check"]:
            if (FOLDER / target).read_text() != text:
                sys.exit(f"{target} differs from {source}: run clients/python/asynchronous.py")
        else:
            (FOLDER / target).write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
