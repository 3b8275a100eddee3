"""Writes photos of every kind to a folder, each with the pixels that an independent decoder reads."""
import io
import os
import struct
import subprocess
import sys
import zlib

from PIL import Image, ImageCms, ImageDraw, ImageOps

folder = sys.argv[1]
WIDTH, HEIGHT = 96, 144


def picture():
    image = Image.new("RGB", (WIDTH, HEIGHT))
    pixels = image.load()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            pixels[x, y] = (x * 255 // (WIDTH - 1), y * 255 // (HEIGHT - 1), 128)
    draw = ImageDraw.Draw(image)
    draw.rectangle([0, 0, 23, 23], fill=(255, 255, 255))  # the marked corner
    draw.rectangle([72, 120, 95, 143], fill=(0, 0, 0))
    return image


def path(name):
    return os.path.join(folder, name)


def reference(name, image=None):
    """Writes the pixels that Pillow reads from the file, or those of the given picture if Pillow cannot
    read the file."""
    if image is None:
        image = ImageOps.exif_transpose(Image.open(path(name)))
    if image.mode.startswith("I"):
        image = image.point(lambda value: value / 257).convert("L")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        black = Image.new("RGBA", image.size, (0, 0, 0, 255))
        image = Image.alpha_composite(black, image.convert("RGBA"))
    with open(path(name + ".rgb"), "wb") as file:
        file.write(image.convert("RGB").tobytes())


def save(name, image, read_as=None, **options):
    image.save(path(name), **options)
    reference(name, read_as)


up = picture()
save("plain.png", up)

# Orientation: the file is stored rotated, and the tag tells how to undo the rotation.
TURNS = {2: Image.FLIP_LEFT_RIGHT, 3: Image.ROTATE_180, 4: Image.FLIP_TOP_BOTTOM, 5: Image.TRANSPOSE,
         6: Image.ROTATE_90, 7: Image.TRANSVERSE, 8: Image.ROTATE_270}
for orientation in range(1, 9):
    stored = up.transpose(TURNS[orientation]) if orientation in TURNS else up
    exif = Image.Exif()
    exif[0x0112] = orientation
    save(f"turn-{orientation}.jpg", stored, quality=98, subsampling=0, exif=exif)
    save(f"turn-{orientation}.png", stored, exif=exif)
    save(f"turn-{orientation}.webp", stored, read_as=up, lossless=True, exif=exif)

# JPEG
save("baseline.jpg", up, quality=98, subsampling=0)
save("progressive.jpg", up, quality=98, subsampling=0, progressive=True)
save("gray.jpg", up.convert("L"), quality=98)
save("cmyk.jpg", up.convert("CMYK"), quality=98)
subprocess.run(["convert", path("plain.png"), "-define", "jpeg:sampling-factor=4:4:4", "-quality", "98",
                "-interlace", "none", "-define", "jpeg:restart-interval=4", path("restart.jpg")],
               check=True)
reference("restart.jpg")

# PNG: all color types and depths, interlaced and with transparency.
alpha = up.convert("RGBA")
alpha.putalpha(up.convert("L"))
save("rgba.png", alpha)
save("gray-alpha.png", alpha.convert("LA"))
save("gray8.png", up.convert("L"))
save("palette.png", up.quantize(64))
palette = up.quantize(64)
save("palette-clear.png", palette, transparency=3)
save("bit1.png", up.convert("1"))


def write_png(name, width, height, depth, color_type, rows, extra=b"", interlace=0):
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, depth, color_type, 0, 0, interlace)
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    with open(path(name), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", data)
                   + chunk(b"IEND", b""))


gray = up.convert("L")
for depth in (2, 4):
    rows = []
    for y in range(HEIGHT):
        values = [gray.getpixel((x, y)) >> (8 - depth) for x in range(WIDTH)]
        bits = "".join(format(value, f"0{depth}b") for value in values)
        rows.append(int(bits, 2).to_bytes(len(bits) // 8, "big"))
    write_png(f"gray{depth}.png", WIDTH, HEIGHT, depth, 0, rows)
    reference(f"gray{depth}.png")
write_png("rgb16.png", WIDTH, HEIGHT, 16, 2,
          [b"".join(struct.pack(">HHH", *[v * 257 for v in up.getpixel((x, y))]) for x in range(WIDTH))
           for y in range(HEIGHT)])
reference("rgb16.png", up)
write_png("gray16.png", WIDTH, HEIGHT, 16, 0,
          [b"".join(struct.pack(">H", gray.getpixel((x, y)) * 257) for x in range(WIDTH))
           for y in range(HEIGHT)])
reference("gray16.png", gray)
subprocess.run(["convert", path("plain.png"), "-interlace", "PNG", path("interlaced.png")], check=True)
reference("interlaced.png")


def from_gamma(image, gamma):
    """Returns how a PNG with gAMA looks on an sRGB display; Pillow ignores gAMA."""
    def level(light):
        return 255 * (light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)

    return image.point([round(level((value / 255) ** (1 / gamma))) for value in range(256)] * 3)


for gamma in (45455, 55556, 100000):
    name = f"gamma-{gamma}.png"
    body = b"gAMA" + struct.pack(">I", gamma)
    write_png(name, WIDTH, HEIGHT, 8, 2,
              [b"".join(bytes(up.getpixel((x, y))) for x in range(WIDTH)) for y in range(HEIGHT)],
              extra=struct.pack(">I", 4) + body + struct.pack(">I", zlib.crc32(body)))
    # By convention, a gamma of 1/2.2 stands for sRGB, so a file with this gamma is not converted.
    reference(name, up if gamma == 45455 else from_gamma(up, gamma / 100000))

# WebP and HEIF
save("lossless.webp", up, lossless=True)
save("lossy.webp", up, quality=95)
save("alpha.webp", alpha, lossless=True, exact=True)
up.save(path("animated.webp"), save_all=True, append_images=[ImageOps.invert(up)], lossless=True)
reference("animated.webp", up)
for name, options in (("lossless.heic", ["-L"]), ("lossy.heic", ["-q", "95"]),
                      ("still.avif", ["-A", "-q", "95"])):
    subprocess.run(["heif-enc", *options, path("plain.png"), "-o", path(name)], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    reference(name, up)

# Single-plane grayscale in full and limited range.
gray_up = up.convert("L")
gray_up.save(path("gray-up.png"))
for bits in (8, 10, 12):
    for span in ("full", "limited"):
        subprocess.run(["avifenc", "--cicp", "1/13/6", "-r", span, "-y", "400", "-d", str(bits), "--min", "0", "--max",
                        "0", path("gray-up.png"), path(f"gray-{span}-{bits}.avif")], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
reference("gray-full-8.avif", gray_up)
with open(path("gray-full-8.avif"), "rb") as file:
    data = file.read()
with open(path("gray.avif"), "wb") as file:
    file.write(data)

# Bands of one color with different alpha values in Display P3; each format stores the profile.
bands = Image.new("RGBA", (64, 160))
for index, level in enumerate((255, 250, 200, 128, 64)):
    bands.paste((200, 120, 60, level), (0, index * 32, 64, index * 32 + 32))
with open(path("display-p3.icc"), "rb") as opened:
    p3 = opened.read()
bands.save(path("bands-p3.png"), icc_profile=p3)
bands.save(path("bands-p3.webp"), icc_profile=p3, lossless=True, exact=True)
for name, command in (("bands-p3.heic", ["heif-enc", "-q", "100", "-p", "chroma=444", path("bands-p3.png"), "-o"]),
                      ("bands-p3.avif", ["avifenc", "--min", "0", "--max", "0", "-y", "444", path("bands-p3.png")])):
    subprocess.run(command + [path(name)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

# HDR: grays of 50 and 203 cd/m² according to SMPTE ST 2084. SDR: colors in Rec. 2020.
def row(name, levels, bits=16):
    write_png(name, 16 * len(levels), 16, bits, 2,
              [b"".join(struct.pack(">HHH", *level) * 16 for level in levels) for _ in range(16)])


row("pq.png", [(28842, 28842, 28842), (38056, 38056, 38056)])
row("rec2020.png", [(200 * 257, 60 * 257, 60 * 257), (65535, 65535, 65535)])
for name, source, numbers, bits in ([(f"pq-{bits}.avif", "pq.png", "9/16/9", bits) for bits in (8, 10, 12)]
                                    + [("rec2020.avif", "rec2020.png", "9/14/9", 10), ("deep.avif", "pq.png", "1/13/6", 10)]):
    subprocess.run(["avifenc", "--cicp", numbers, "-d", str(bits), "--min", "0", "--max", "0", "-y",
                    "420" if name == "deep.avif" else "444", path(source), path(name)], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
for name, chroma in (("deep.heic", "420"), ("deep-422.heic", "422")):
    subprocess.run(["heif-enc", "-q", "90", "-b", "10", "-p", f"chroma={chroma}", path("pq.png"), "-o", path(name)],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

# HEIF transforms: an irot or imir property is added to the picture's properties.
def with_properties(data, boxes):
    """Adds item properties to the only item of a HEIF file, which must already have properties."""
    def find(kind, start=0):
        at = data.index(kind, start)
        return at - 4, struct.unpack(">I", data[at - 4:at])[0]

    added = b"".join(boxes)
    ipco, ipco_size = find(b"ipco")
    known = 0
    at = ipco + 8
    while at < ipco + ipco_size:
        at += struct.unpack(">I", data[at:at + 4])[0]
        known += 1
    ipma, ipma_size = find(b"ipma")
    # The ipma box has version 0, flags 0 and one item: the count of entries, the item id, the count of
    # associations, and the indices.
    count_at = ipma + 12 + 4 + 2
    grown = data[:count_at] + bytes([data[count_at] + len(boxes)]) + data[count_at + 1:ipma + ipma_size]
    grown += bytes(0x80 | (known + 1 + index) for index in range(len(boxes)))
    data = grown + data[ipma + ipma_size:]
    data = data[:ipco + ipco_size] + added + data[ipco + ipco_size:]
    extra = len(added) + len(boxes)

    def resize(kind, by):
        nonlocal data
        at, size = find(kind)
        data = data[:at] + struct.pack(">I", size + by) + data[at + 4:]

    resize(b"ipco", len(added))
    resize(b"ipma", len(boxes))
    resize(b"iprp", extra)
    resize(b"meta", extra)
    # The picture data has moved by the same number of bytes, so update its offset in iloc, which is version 0
    # with 4-byte offsets.
    iloc, size = find(b"iloc")
    body = bytearray(data[iloc:iloc + size])
    mdat = data.index(b"mdat") - 4
    for at in range(12, size - 3):
        value = struct.unpack(">I", body[at:at + 4])[0]
        if value == mdat + 8 - extra:
            body[at:at + 4] = struct.pack(">I", value + extra)
            break
    return data[:iloc] + bytes(body) + data[iloc + size:]


def rotate(quarters):
    return struct.pack(">I", 9) + b"irot" + bytes([quarters])


def mirror(axis):
    return struct.pack(">I", 9) + b"imir" + bytes([axis])


# irot rotates counterclockwise; imir 0 flips vertically, 1 horizontally (ISO/IEC 23008-12).
HEIF = {1: [], 2: [mirror(1)], 3: [rotate(2)], 4: [mirror(0)], 5: [rotate(1), mirror(0)],
        6: [rotate(3)], 7: [rotate(3), mirror(0)], 8: [rotate(1)]}
for orientation, boxes in HEIF.items():
    stored = up.transpose(TURNS[orientation]) if orientation in TURNS else up
    stored.save(path("stored.png"))
    subprocess.run(["heif-enc", "-L", path("stored.png"), "-o", path("stored.heic")], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(path("stored.heic"), "rb") as file:
        data = file.read()
    with open(path(f"turn-{orientation}.heic"), "wb") as file:
        file.write(with_properties(data, boxes) if boxes else data)
    reference(f"turn-{orientation}.heic", up)
with open(path("still.avif"), "rb") as file:
    data = file.read()
with open(path("turned.avif"), "wb") as file:
    file.write(with_properties(data, [rotate(1)]))

# Color profiles: Little CMS, called through Pillow, converts the pixels.
def profiled(name, image, profile, **options):
    image.save(path(name), icc_profile=profile, **options)
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    flags = ImageCms.FLAGS["BLACKPOINTCOMPENSATION"]
    decoded = Image.open(path(name))
    decoded.load()
    reference(name, ImageCms.profileToProfile(
        decoded, source, ImageCms.createProfile("sRGB"), renderingIntent=1, outputMode="RGB",
        flags=flags))


ICC = "/usr/share/color/icc/"
for name, file in (("adobe-rgb", ICC + "colord/AdobeRGB1998.icc"),
                   ("pro-photo", ICC + "colord/ProPhotoRGB.icc"),
                   ("display-p3", path("display-p3.icc"))):  # written by the previous test
    with open(file, "rb") as opened:
        profile = opened.read()
    profiled(name + ".jpg", up, profile, quality=98, subsampling=0)
    profiled(name + ".png", up, profile)
with open(ICC + "Gray.icc", "rb") as opened:
    profiled("gray-profile.jpg", gray, opened.read(), quality=98)
with open(ICC + "ghostscript/default_cmyk.icc", "rb") as opened:
    profiled("cmyk-profile.jpg", up.convert("CMYK"), opened.read(), quality=98)
