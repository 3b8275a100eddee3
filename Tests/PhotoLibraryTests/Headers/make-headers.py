"""Writes small photos of each format with every kind of header data, using ExifTool, which also judges
the results."""
import os
import struct
import subprocess
import sys

from PIL import Image

folder = sys.argv[1]
EXTENSIONS = ["jpg", "png", "webp", "heic", "avif"]


def path(name):
    return os.path.join(folder, name)


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# One picture of each format, without metadata and not square; also a lossless WebP.
os.makedirs(path("base"))
picture = Image.effect_noise((48, 32), 40).convert("RGB")
for extension in ["jpg", "png", "webp"]:
    picture.save(path(f"base/a.{extension}"))
picture.save(path("base/lossless.webp"), lossless=True)
picture.save(path("base/progressive.jpg"), progressive=True)
Image.effect_noise((64, 96), 40).convert("RGB").save(path("base/large.png"))
run("heif-enc", "-q", "20", path("base/large.png"), "-o", path("base/a.heic"))
run("avifenc", "-s", "10", path("base/large.png"), path("base/a.avif"))
for angle in range(4):
    run("avifenc", "-s", "10", "--irot", str(angle), path("base/large.png"), path(f"irot-{angle}.avif"))

jobs = []
moved = []


def write(name, *tags, base="a", order="MM", extensions=EXTENSIONS):
    for extension in extensions:
        target = path(f"{name}.{extension}")
        # ExifTool cannot write WebP, so copy the EXIF data from a JPEG.
        if extension == "webp":
            moved.append((name, base))
            if "jpg" not in extensions:
                write(name, *tags, order=order, extensions=["jpg"])
            continue
        jobs.append([f"-ExifByteOrder={order}", *[f"-{tag}" for tag in tags], "-n", "-o", target,
                     path(f"base/{base}.{extension}")])


def place(north, east):
    return [f"GPSLatitude={abs(north)}", f"GPSLatitudeRef={'N' if north >= 0 else 'S'}",
            f"GPSLongitude={abs(east)}", f"GPSLongitudeRef={'E' if east >= 0 else 'W'}"]


ORIGINAL = "DateTimeOriginal=2024:03:15 14:22:33"
for order in ["II", "MM"]:
    for orientation in range(1, 9):
        write(f"turn-{orientation}-{order}", f"Orientation={orientation}", ORIGINAL, order=order)
    write(f"all-{order}", ORIGINAL, "CreateDate=2024:03:15 14:22:34", "ModifyDate=2024:03:16 01:02:03",
          "OffsetTimeOriginal=+05:45", "OffsetTime=-03:30", "SubSecTimeOriginal=123", "Make=Fujifilm ",
          "Model=X100V Ü", "Orientation=6", *place(-33.856784, 151.215297), "GPSAltitude=12.5",
          "GPSAltitudeRef=0", "GPSDateStamp=2024:03:15", "GPSTimeStamp=08:37:33.5", order=order)
for number, (north, east) in enumerate([
        (51.5, 0.0), (48.137154, 11.576124), (40.7127753, -74.0059728), (-22.9068467, -43.1728965),
        (-41.2864603, 174.776236), (0.0, -78.4678), (90, 0), (-90, 12.5), (10, 180), (-17.8, -180),
        (0.0000278, 0.0000278), (89.99999, -179.99999)]):
    write(f"place-{number}", ORIGINAL, *place(north, east), order=["II", "MM"][number % 2])
for number, offset in enumerate(["-12:00", "-09:30", "-03:30", "-00:00", "+00:00", "+01:00", "+05:45",
                                 "+08:45", "+12:45", "+14:00"]):
    write(f"zone-{number}", ORIGINAL, f"OffsetTimeOriginal={offset}")
    write(f"zone-alone-{number}", ORIGINAL, "ModifyDate=2024:03:15 14:22:33", f"OffsetTime={offset}",
          extensions=["jpg"])
    write(f"zone-edited-{number}", ORIGINAL, "ModifyDate=2024:03:17 14:22:33", f"OffsetTime={offset}",
          extensions=["jpg"])
for number, date in enumerate(["2024:02:29 23:59:59", "2000:02:29 00:00:00", "1900:01:01 12:00:00",
                               "1826:06:01 08:00:00", "2100:12:31 23:59:59", "1999:12:31 23:59:59",
                               "2023:12:31 00:00:01", "1970:01:01 00:00:00"]):
    write(f"date-{number}", f"DateTimeOriginal={date}")
for fraction in ["0", "5", "05", "12", "123", "999", "1234", "000001"]:
    write(f"fraction-{fraction}", ORIGINAL, f"SubSecTimeOriginal={fraction}", extensions=["jpg", "heic"])
write("nothing")
write("only-digitized", "CreateDate=2019:07:01 10:11:12", "OffsetTimeDigitized=+09:00", "SubSecTimeDigitized=7")
write("only-written", "ModifyDate=2019:07:01 10:11:12", "OffsetTime=+09:00")
write("only-satellites", "GPSDateStamp=2019:07:01", "GPSTimeStamp=23:11:12.25", *place(1, 2))
write("no-time", "GPSDateStamp=2019:07:01", *place(1, 2), extensions=["jpg"])
write("no-north", ORIGINAL, *[tag for tag in place(1, 2) if "LatitudeRef" not in tag], extensions=["jpg"])
write("no-longitude", ORIGINAL, *[tag for tag in place(1, 2) if "Longitude" not in tag], extensions=["jpg"])
write("below", ORIGINAL, *place(31.5, 35.5), "GPSAltitude=430.5", "GPSAltitudeRef=1")
write("created", "XMP-xmp:CreateDate=2013:09:23 10:11:12+02:00", extensions=["jpg", "png", "webp"])
write("digitized-by-xmp", "XMP-exif:DateTimeDigitized=2013:09:23 10:11:12", extensions=["jpg"])
write("iptc", "IPTC:DateCreated=2011:05:06", "IPTC:TimeCreated=07:08:09+02:00", extensions=["jpg"])
write("iptc-day", "IPTC:DateCreated=2011:05:06", extensions=["jpg"])
write("iptc-digitized", "IPTC:DigitalCreationDate=2011:05:06", "IPTC:DigitalCreationTime=07:08:09+00:00",
      extensions=["jpg"])
write("described", "XMP-photoshop:DateCreated=2021:02:03 04:05:06", extensions=["jpg", "png", "webp"])
write("described-twice", "XMP-photoshop:DateCreated=2021:02:03 04:05:06+02:00",
      "XMP-exif:DateTimeOriginal=2020:02:03 04:05:06.7-03:00", extensions=["jpg", "png", "webp"])
write("lossless", ORIGINAL, "Orientation=3", base="lossless", extensions=["webp"])
write("progressive", ORIGINAL, "Orientation=3", base="progressive", extensions=["jpg"])
write("screen", "UserComment=Screenshot", ORIGINAL, extensions=["png", "jpg", "heic"])
write("time", "PNG:ModifyDate=2018:05:06 07:08:09", extensions=["png"])

# Use a single exiftool process for all files, because starting exiftool takes longer than writing a file.
script = "\n".join("\n".join(job) + "\n-execute" for job in jobs) + "\n-stay_open\nFalse\n"
done = subprocess.run(["exiftool", "-stay_open", "True", "-@", "-"], input=script.encode(),
                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
missing = [job[-2] for job in jobs if not os.path.exists(job[-2])]
if missing:
    sys.exit(f"exiftool did not write {missing[:5]} … ({len(missing)}): {done.stderr.decode()[-2000:]}")


def segment(photo, mark):
    """Returns the data after a mark, from the first APP1 segment that begins with this mark."""
    place = 2
    while photo[place + 1] != 0xDA:
        length = struct.unpack(">H", photo[place + 2:place + 4])[0]
        if photo[place + 1] == 0xE1 and photo[place + 4:].startswith(mark):
            return photo[place + 4 + len(mark):place + 2 + length]
        place += 2 + length
    return b""


def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


for number, (name, base) in enumerate(moved):
    with open(path(f"{name}.jpg"), "rb") as file:
        photo = file.read()
    with open(path(f"base/{base}.webp"), "rb") as file:
        pixels = file.read()[12:]
    exif, xmp = segment(photo, b"Exif\0\0"), segment(photo, b"http://ns.adobe.com/xap/1.0/\0")
    flags = (8 if exif else 0) | (4 if xmp else 0)
    body = b"WEBP"
    if flags:
        size = struct.pack("<I", 47)[:3] + struct.pack("<I", 31)[:3]
        body += chunk(b"VP8X", bytes([flags, 0, 0, 0]) + size)
    body += pixels
    if exif:
        # Some programs write the Exif marker of JPEG before the data.
        body += chunk(b"EXIF", (b"Exif\0\0" if number % 3 == 0 else b"") + exif)
    if xmp:
        body += chunk(b"XMP ", xmp)
    with open(path(f"{name}.webp"), "wb") as file:
        file.write(chunk(b"RIFF", body))
