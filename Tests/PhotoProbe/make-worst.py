"""Writes small photo files to a folder that cost as much to decode as their format allows."""
import io
import os
import struct
import subprocess
import sys
import zlib

from PIL import Image

folder = sys.argv[1]


def path(name):
    return os.path.join(folder, name)


def write(name, data):
    with open(path(name), "wb") as file:
        file.write(data)


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height, depth, color, data, extra=b"", interlace=0):
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", data)
            + chunk(b"IEND", b""))


def zeros(count):
    packer, parts = zlib.compressobj(9), []
    while count > 0:
        step = min(count, 1 << 24)
        parts.append(packer.compress(bytes(step)))
        count -= step
    return b"".join(parts) + packer.flush()


def jpeg_with_scans(width, height, scans, name, sampling):
    """Writes a progressive JPEG of one color, with SCANS additional copies of its last scan, which
    refine nothing."""
    image = Image.new("RGB", (width, height), (120, 90, 60))
    out = io.BytesIO()
    image.save(out, "JPEG", progressive=True, subsampling=sampling, quality=90)
    data = out.getvalue()
    if scans:
        # Repeat the last scan.
        last = data.rindex(b"\xff\xda")
        data = data[:-2] + data[last:-2] * scans + b"\xff\xd9"
    write(name, data)


# False lengths.
for kind in (b"tEXt", b"zTXt", b"iTXt", b"sPLT", b"pCAL"):
    write(f"length-{kind.decode()}.png", b"\x89PNG\r\n\x1a\n"
          + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0))
          + struct.pack(">I", 0x7FFFFFFF) + kind + b"abc")
write("inflates-to-2-gb.png", png(10, 10, 8, 2, zeros(2 << 30)))
write("profiles.png", png(
    10, 10, 8, 2, zlib.compress(bytes(310)),
    chunk(b"iCCP", b"x\0\0" + zeros(4 << 20)) * 1000))
write("largest.png", png(10000, 10000, 8, 6, zeros(40001 * 10000)))
write("largest-16.png", png(10000, 10000, 16, 6, zeros(80001 * 10000)))
write("wide.png", png(30000, 3333, 16, 6, zeros(240001 * 3333)))
jpeg_with_scans(4000, 3000, 1000, "scans-1000.jpg", 0)
jpeg_with_scans(4000, 3000, 80, "scans-90.jpg", 0)
jpeg_with_scans(4000, 3000, 0, "progressive-12.jpg", 0)
jpeg_with_scans(10000, 10000, 0, "progressive-100-444.jpg", 0)
jpeg_with_scans(8000, 6000, 0, "progressive-48-420.jpg", 2)
jpeg_with_scans(5000, 5000, 0, "progressive-25-444.jpg", 0)
Image.new("RGB", (10000, 10000), (9, 8, 7)).save(path("largest.jpg"), "JPEG", quality=50)
Image.new("RGB", (10000, 10000), (9, 8, 7)).save(path("largest-lossy.webp"), "WEBP", quality=50, method=0)
Image.new("RGB", (10000, 10000), (9, 8, 7)).save(path("largest-lossless.webp"), "WEBP", lossless=True, method=0)
Image.new("RGB", (6000, 6000), (9, 8, 7)).save(path("36-lossless.webp"), "WEBP", lossless=True, method=0)
image = Image.new("RGBA", (8000, 8000), (9, 8, 7, 99))
image.paste((1, 2, 3, 200), (0, 0, 4000, 4000))
image.save(path("64-alpha.webp"), "WEBP", quality=50, method=0)
frames = [Image.new("RGB", (1000, 1000), (n, n, n)) for n in range(200)]
frames[0].save(path("frames.webp"), "WEBP", save_all=True, append_images=frames[1:])


def heif(name, width, height, *options):
    source = path("source.png")
    Image.new("RGB", (width, height), (9, 80, 7)).save(source, compress_level=1)
    subprocess.run(["heif-enc", *options, "-o", path(name), source], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.remove(source)


fast = ["-p", "preset=ultrafast"]
heif("12.heic", 4000, 3000, *fast)
heif("36.heic", 6000, 6000, *fast)
heif("36-444.heic", 6000, 6000, *fast, "-p", "chroma=444")
heif("36-10.heic", 6000, 6000, *fast, "-b", "10")
heif("64.heic", 8000, 8000, *fast)
av1 = ["-A", "-p", "speed=9", "-p", "threads=2"]
heif("12.avif", 4000, 3000, *av1)
heif("36.avif", 6000, 6000, *av1)
heif("36-444.avif", 6000, 6000, *av1, "-p", "chroma=444")
heif("16-10.avif", 4000, 4000, *av1, "-b", "10")
heif("36-10.avif", 6000, 6000, *av1, "-b", "10")
heif("64.avif", 8000, 8000, *av1)
