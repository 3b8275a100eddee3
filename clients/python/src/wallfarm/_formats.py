"""Checks the devices and the format of a request before it is sent."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ._types import AnyPath

_FORMATS = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp"}


def has_several_devices(request: Mapping[str, Any]) -> bool:
    """Whether a list names several devices; a group such as ``iphones`` counts as one device."""
    devices = request.get("devices")
    return isinstance(devices, list | tuple) and len(devices) > 1


def one_device(request: Mapping[str, Any], instead: str) -> Mapping[str, Any]:
    """Returns the request, or raises an error if it names several devices."""
    if has_several_devices(request):
        raise ValueError(f"the request names several devices: use {instead}")
    return request


def for_file(path: AnyPath, request: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns the request, with the format that its file's extension specifies."""
    suffix = Path(path).suffix.lower()
    if has_several_devices(request) and suffix != ".zip":
        raise ValueError(f"'{Path(path).name}' gets the pictures of several devices: "
                         "its extension must be .zip")
    format, implied = request.get("format"), _FORMATS.get(suffix)
    if implied is None:
        return request
    if format is None:
        return {**request, "format": implied}
    if format != implied and (format, implied) != ("jpg", "jpeg"):
        raise ValueError(f"'{Path(path).name}' contradicts format='{format}'")
    return request


def device_name(request: Mapping[str, Any]) -> str:
    """Returns the name of the only device of a request."""
    devices = request.get("devices")
    device = devices[0] if isinstance(devices, list | tuple) and devices else devices
    if isinstance(device, Mapping):
        return str(device.get("id") or "x".join(map(str, device.get("pixels", []))))
    return str(device)
