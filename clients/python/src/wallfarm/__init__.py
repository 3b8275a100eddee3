"""A client for ``wallfarm serve``, which renders wallpapers from notes, dates and photos.

    from wallfarm import Client

    with Client() as wallfarm:
        wallfarm.render(devices="iphone15", notes=["Buy milk"]).save("lock.png")

``AsyncClient`` has the same methods as coroutines.
"""

from ._async_client import AsyncClient
from ._async_person import AsyncPerson
from ._client import Client
from ._errors import (
    Conflict, ConnectionFailed, Fault, Gone, InternalError, InvalidJob, InvalidRequest, NotAllowed,
    NotFound, Outdated, ServiceError, Unavailable, WallfarmError)
from ._fix import Patch, PatchError, apply_fix
from ._person import Person
from ._report import BatchFailed, BatchReport, Failed, Rendered
from ._results import (
    Address, Challenge, Counted, Device, DeviceAddress, Figure, FlowState, KnownPerson, Motion,
    PersonAddresses, Picture, Pictures, PutPerson, SavedFile, StoredPerson, Template, Theme,
    Unchanged, ScreenWarning)
from ._retries import NO_RETRIES, Retries
from ._types import (
    Content, DescribedScreen, Format, Look, Note, Notes, PersonDevice, PersonRequest, Request, Screen,
    Upload)
from ._webhooks import InvalidWebhook, verify_webhook

__version__ = "0.1.0"

__all__ = [
    "Address", "AsyncClient", "AsyncPerson", "BatchFailed", "BatchReport", "Challenge", "Client", "Conflict",
    "ConnectionFailed", "Content", "Counted", "DescribedScreen", "Device", "DeviceAddress", "Failed", "Fault", "Figure",
    "FlowState", "Format", "Gone", "InternalError", "InvalidJob", "InvalidRequest",
    "InvalidWebhook", "KnownPerson", "Look", "Motion",
    "NO_RETRIES", "NotAllowed", "NotFound", "Note", "Notes", "Outdated", "Patch", "PatchError",
    "Person", "PersonAddresses", "PersonDevice", "PersonRequest", "Picture", "Pictures", "PutPerson",
    "Rendered", "Request",
    "Retries", "SavedFile", "Screen", "ScreenWarning", "ServiceError", "StoredPerson", "Template",
    "Theme", "Unavailable", "Unchanged", "Upload", "WallfarmError", "apply_fix",
    "verify_webhook",
]
