"""A service for the same task with aiohttp and Takumi, which lays out and draws a tree of nodes in Rust.

takumi_service.py PORT PHOTO starts one process per core; all processes listen on one port. Each renderer
receives the photo once, in advance.
"""
import asyncio
import os
import sys

from aiohttp import web
from takumi_py import Renderer

PORT, PHOTO = int(sys.argv[1]), sys.argv[2]
SIZE = {"width": 1179, "height": 2556}
for _ in range((os.cpu_count() or 1) - 1):
    if os.fork() == 0:
        break
RENDERER = Renderer()
with open(PHOTO, "rb") as file:
    RENDERER.put_persistent_image("photo", file.read())


def render(request):
    notes = [
        {"type": "text", "text": f"{number + 1}. {text}", "style": {"marginBottom": "48px"}}
        for number, text in enumerate(request["notes"])]
    tree = {
        "type": "container",
        "style": {"width": "100%", "height": "100%", "position": "relative"},
        "children": [
            {"type": "image", "src": "photo",
             "style": {"position": "absolute", "width": "100%", "height": "100%", "objectFit": "cover"}},
            {"type": "container", "children": notes,
             "style": {"position": "absolute", "left": "75px", "top": "960px", "display": "flex",
                       "flexDirection": "column", "fontSize": "60px", "color": "white"}},
        ]}
    return RENDERER.render_node(tree, format=request["format"], **SIZE)


async def answer(request):
    wish = await request.json()
    picture = await asyncio.get_running_loop().run_in_executor(None, render, wish)
    return web.Response(body=picture, content_type="image/" + wish["format"])


app = web.Application()
app.router.add_post("/v1/render", answer)
web.run_app(app, host="127.0.0.1", port=PORT, reuse_port=True, print=None, access_log=None)
