"""Renders the same wallpaper with Pillow: six notes on black or on a photo that covers the screen, as a
PNG in memory.

pillow.py PHOTO|black ROUNDS OUTPUT prints the median in milliseconds and the bytes of the PNG. The cold
benchmark uses one round.
"""
import io
import sys
import time

from PIL import Image, ImageDraw, ImageFont

SIZE = (1179, 2556)
NOTES = ["1. Buy oat milk and bread", "2. Call Ana about", "Saturday",
         "3. Dentist at 9:40, bring", "the card", "4. Water the plants",
         "5. Send the invoice to", "Mr Okafor", "6. Read page {}"]


def background(photo):
    if photo == "black":
        return Image.new("RGB", SIZE, "black")
    image = Image.open(photo)
    scale = max(SIZE[0] / image.width, SIZE[1] / image.height)
    # Allow the decoder to scale by a power of two, as Pillow's own thumbnail function does.
    image.draft("RGB", (int(image.width * scale), int(image.height * scale)))
    scale = max(SIZE[0] / image.width, SIZE[1] / image.height)
    width, height = SIZE[0] / scale, SIZE[1] / scale
    left, top = (image.width - width) / 2, (image.height - height) / 2
    return image.convert("RGB").resize(SIZE, Image.LANCZOS, box=(left, top, left + width, top + height))


def render(photo, font, number):
    image = background(photo)
    draw = ImageDraw.Draw(image)
    for line, text in enumerate(NOTES):
        draw.text((75, 960 + line * 120), text.format(number), font=font, fill="white")
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


photo, rounds, output = sys.argv[1], int(sys.argv[2]), sys.argv[3]
font = ImageFont.truetype("/usr/share/fonts/opentype/inter/Inter-ExtraBold.otf", 84)
times = []
for number in range(rounds):
    start = time.perf_counter()
    data = render(photo, font, number)
    times.append((time.perf_counter() - start) * 1000)
with open(output, "wb") as file:
    file.write(data)
print(f"{sorted(times)[len(times) // 2]:.2f} {len(data)}")
