"""A service for the same task with aiohttp and Pillow: it decodes and scales the photo once, and draws
the notes for each request.

pillow_service.py PORT PHOTO starts one process per core; all processes listen on one port.
"""
import asyncio
import io
import os
import sys

from aiohttp import web
from PIL import Image, ImageDraw, ImageFont

SIZE = (1179, 2556)
PORT, PHOTO = int(sys.argv[1]), sys.argv[2]
FONT = ImageFont.truetype("/usr/share/fonts/opentype/inter/Inter-ExtraBold.otf", 60)


def background():
    image = Image.open(PHOTO).convert("RGB")
    scale = max(SIZE[0] / image.width, SIZE[1] / image.height)
    width, height = SIZE[0] / scale, SIZE[1] / scale
    left, top = (image.width - width) / 2, (image.height - height) / 2
    return image.resize(SIZE, Image.LANCZOS, box=(left, top, left + width, top + height))


BACKGROUND = background()


def render(request):
    image = BACKGROUND.copy()
    draw = ImageDraw.Draw(image)
    for line, text in enumerate(request["notes"]):
        draw.text((75, 960 + line * 120), f"{line + 1}. {text}", font=FONT, fill="white")
    file = io.BytesIO()
    if request["format"] == "jpeg":
        image.save(file, "JPEG", quality=90)
    else:
        image.save(file, "PNG")
    return file.getvalue()


async def answer(request):
    wish = await request.json()
    picture = await asyncio.get_running_loop().run_in_executor(None, render, wish)
    return web.Response(body=picture, content_type="image/" + wish["format"])


for _ in range((os.cpu_count() or 1) - 1):
    if os.fork() == 0:
        break
app = web.Application()
app.router.add_post("/v1/render", answer)
web.run_app(app, host="127.0.0.1", port=PORT, reuse_port=True, print=None, access_log=None)
