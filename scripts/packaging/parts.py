"""The third-party parts of a package: components.json, with files and versions from the lock files."""
import json
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FONTS = "usr/share/wallfarm/Fonts"


def locked():
    """Yields package, version, folder and file name of each pinned font and hyphenation file."""
    for lock, folder, package, path in [
            ("fonts", "files", 4, 7), ("rare", "rare", 4, 7), ("hyphens", "hyphens", 2, 4)]:
        for line in (ROOT / f"Fonts/{lock}.lock").read_text().splitlines():
            if not line.startswith("#"):
                columns = line.split("\t")
                name = pathlib.PurePath(columns[path]).name
                yield columns[package], columns[package + 1], f"{FONTS}/{folder}", name


def parts(*groups):
    """The components of the groups, each with its files, and the pinned version if it has one."""
    pinned = {}
    for package, version, folder, name in locked():
        entry = pinned.setdefault(package, {"version": version, "files": []})
        entry["files"].append(f"{folder}/{name}")
    found = []
    for part in json.loads((HERE / "components.json").read_text()):
        if part["group"] in groups:
            found.append(part | pinned.get(part["name"], {}))
            if part.get("installed"):
                # The version of a library that is copied from this machine into an archive.
                found[-1]["version"] = subprocess.run(
                    ["dpkg-query", "-W", "-f", "${Version}", part["name"]],
                    check=True, stdout=subprocess.PIPE, text=True).stdout
    return found


def unknown():
    """The pinned packages that components.json does not describe."""
    known = {part["name"] for part in json.loads((HERE / "components.json").read_text())}
    return sorted({package for package, *_ in locked()} - known)


def notice(package, documents="/usr/share/doc"):
    """The copyright file of an installed Debian package."""
    return pathlib.Path(documents) / package / "copyright"


def licenses(expression):
    """The license identifiers in an SPDX expression."""
    return [word for word in re.split(r"\s+(?:AND|OR)\s+|[()]", expression) if word]
