"""The recipes of the README run word for word, and have the stated output."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from conftest import KEY, Service, free_port, program
from pictures import photo

PACKAGE = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(?:<!-- file: (\S+) -->\n)?```(\w+)\n(.*?)```\n", re.S)


@dataclass(frozen=True)
class Block:
    file: str
    language: str
    text: str
    #: The next block, if it states the output.
    output: str | None


def blocks() -> list[Block]:
    found = BLOCK.findall((PACKAGE / "README.md").read_text())
    outputs = [text if language == "text" else None for _, language, text in found[1:]] + [None]
    return [Block(file, language, text, output)
            for (file, language, text), output in zip(found, outputs)]


PROGRAMS = [block for block in blocks() if block.language == "python" and block.file != "first.py"]


def packages() -> str:
    """Returns the folders of installed packages, so that nothing has to be downloaded."""
    return ":".join(path for path in sys.path if path.endswith("-packages"))


def test_all_blocks_are_tested() -> None:
    assert len(PROGRAMS) == 7 and all(block.output for block in PROGRAMS)
    assert {block.language for block in blocks()} == {"python", "sh", "json", "text"}


def test_a_first_picture(tmp_path: Path) -> None:
    """Creates a virtual environment, installs the client and starts a service, as in the README."""
    shutil.copytree(PACKAGE, tmp_path / "clients/python",
                    ignore=shutil.ignore_patterns("__pycache__", "tests"))
    [first] = [block for block in blocks() if block.file == "first.py"]
    [shell] = [block for block in blocks() if block.language == "sh"]
    (tmp_path / "first.py").write_text(first.text)
    address = f"127.0.0.1:{free_port()}"
    environment = {
        **os.environ, "PATH": f"{Path(program()).parent}:{os.environ['PATH']}",
        "WALLFARM_SERVE_LISTEN": address, "WALLFARM_URL": f"http://{address}",
        "WALLFARM_SERVE_FENCE": "best", "WALLFARM_SERVE_DEADLINE": "600",
        # Everything that pip would fetch is already installed; 'false' means '--no-build-isolation'.
        "PYTHONPATH": packages(), "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "false", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    with open(tmp_path / "said", "w+") as said:
        process = subprocess.Popen(
            ["bash", "-e", "-c", shell.text], cwd=tmp_path, env=environment, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT)
        try:
            status = process.wait()
        finally:
            os.killpg(process.pid, signal.SIGKILL)
    assert status == 0, (tmp_path / "said").read_text()
    assert (tmp_path / "said").read_text().endswith(str(shell.output))
    assert (tmp_path / "lock.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("block", PROGRAMS, ids=lambda block: block.file)
def test_a_recipe(block: Block, service: Service, tmp_path: Path) -> None:
    (tmp_path / "beach.jpg").write_bytes(photo((60, 130, 190)))
    for other in blocks():
        if other.file:
            (tmp_path / other.file).write_text(other.text)
    done = subprocess.run(
        [sys.executable, "-B", block.file], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "WALLFARM_URL": service.url, "WALLFARM_KEY": KEY,
             "PYTHONPATH": str(PACKAGE / "src")})
    assert (done.returncode, done.stdout, done.stderr) == (0, block.output, "")


def test_the_recipes_have_the_right_types(tmp_path: Path) -> None:
    files = [block.file for block in blocks() if block.language == "python"]
    for block in blocks():
        if block.file:
            (tmp_path / block.file).write_text(block.text)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", *files],
        cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "MYPYPATH": str(PACKAGE / "src")})
    assert done.returncode == 0, done.stdout
