"""Writes an Apple Health export of a given number of megabytes, in which one record in ten counts steps.

    python3 Benchmarks/peers/health.py FOLDER [MEGABYTES]

The script creates FOLDER/export.xml and FOLDER/export.zip, with a mix of records as from a phone and a
watch. The same size always results in the same XML.
"""
import random
import sys
import zipfile
from datetime import datetime, timedelta

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
<!ATTLIST Record
  type          CDATA #REQUIRED
  sourceName    CDATA #REQUIRED
]>
<HealthData locale="en_DE">
 <ExportDate value="2026-03-01 21:04:11 +0100"/>
 <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"/>
"""
WATCH = ("Ana\u2019s Apple\u00a0Watch", "10.6.1", "Apple Watch", "Watch", "Watch6,10")
PHONE = ("Ana\u2019s iPhone", "17.6.1", "iPhone", "iPhone", "iPhone16,1")
# Type, unit, share of the records in percent, maximum duration in seconds, range of values, and sources.
KINDS = [
    ("HeartRate", "count/min", 34, 0, (52, 160), [WATCH]),
    ("ActiveEnergyBurned", "Cal", 26, 60, (0.05, 9), [WATCH]),
    ("BasalEnergyBurned", "Cal", 14, 60, (0.4, 20), [WATCH]),
    ("StepCount", "count", 10, 600, (3, 900), [WATCH, PHONE]),
    ("DistanceWalkingRunning", "km", 9, 600, (0.01, 0.7), [WATCH, PHONE]),
    ("EnvironmentalAudioExposure", "dBASPL", 4, 1800, (40, 80), [WATCH]),
    ("WalkingSpeed", "km/hr", 3, 60, (2, 6), [PHONE]),
]


def record(generator, at):
    kind = generator.choices(KINDS, [kind[2] for kind in KINDS])[0]
    name, unit, _, longest, values, sources = kind
    source = generator.choice(sources)
    end = at + timedelta(seconds=generator.randint(1, longest) if longest else 0)
    value = generator.uniform(*values)
    if name == "StepCount":
        value = max(1, (end - at).seconds * generator.uniform(0.4, 2.2))
    number = str(int(value)) if unit.startswith("count") else f"{value:.4g}"
    # The address of the HKDevice object differs between exports, and differs slightly between records.
    address = 0x3034FE000 + 16 * generator.randint(0, 4000)
    dates = [f"{date:%Y-%m-%d %H:%M:%S} +0100" for date in (end, at, end)]
    line = (
        f' <Record type="HKQuantityTypeIdentifier{name}" sourceName="{source[0]}"'
        f' sourceVersion="{source[1]}" device="&lt;&lt;HKDevice: {address:#x}&gt;, name:{source[2]},'
        f" manufacturer:Apple Inc., model:{source[3]}, hardware:{source[4]}, software:{source[1]},"
        f' creation date:2024-08-24 17:12:03 +0000&gt;" unit="{unit}" creationDate="{dates[0]}"'
        f' startDate="{dates[1]}" endDate="{dates[2]}" value="{number}"'
    )
    if name == "HeartRate" and generator.random() < 0.8:
        return line + (
            '>\n  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>\n </Record>\n'
        )
    return line + "/>\n"


def main():
    folder = sys.argv[1]
    most = int(sys.argv[2] if len(sys.argv) > 2 else 120) * 1_000_000
    generator = random.Random(28)
    at = datetime(2024, 1, 1)
    path = f"{folder}/export.xml"
    with open(path, "wb") as file:
        written = file.write(HEAD.encode())
        while written < most:
            at += timedelta(seconds=generator.randint(1, 400))
            written += file.write(record(generator, at).encode())
        file.write(b"</HealthData>\n")
    with zipfile.ZipFile(f"{folder}/export.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(path, "apple_health_export/export.xml")


main()
