"""Photos and health exports that the tests send."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime, timedelta, timezone

from PIL import Image


def photo(color: tuple[int, int, int]) -> bytes:
    """A small photo of one color."""
    file = io.BytesIO()
    Image.new("RGB", (300, 400), color).save(file, "JPEG")
    return file.getvalue()


def export(steps: int) -> bytes:
    """Returns a health export, as a phone writes it, whose steps begin one second from now."""
    start = datetime.now(timezone.utc) + timedelta(seconds=1)
    form = "%Y-%m-%d %H:%M:%S +0000"
    begun, ended = start.strftime(form), (start + timedelta(minutes=10)).strftime(form)
    made = (start + timedelta(hours=1)).strftime(form)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("apple_health_export/export.xml", f"""<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
 <ExportDate value="{made}"/>
 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
creationDate="{ended}" startDate="{begun}" endDate="{ended}" value="{steps}"/>
</HealthData>
""")
    return file.getvalue()
