"""Uses every tool and resource of wallfarm as an agent would, with the reference client of MCP (PyPI's
mcp).

    agent.py stdio PROGRAM FOLDER
    agent.py http URL KEY

The program writes pictures and its key to FOLDER. The script prints a line for each check, continues
after failures, and exits with status 1 if any check has failed.
"""
import asyncio, base64, io, json, os, pathlib, sys

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
REQUEST = {"devices": "iphone15", "notes": ["Buy milk", "Call Ana"]}
PERSON = {"device": "iphone15", "lock": {"theme": "paper"}, "home": "keep", "notes": ["Buy milk"]}
TOOLS = ["batch", "check", "describe", "devices", "people", "render", "templates", "themes"]
failures = []


def check(true, words, detail=""):
    if not true:
        failures.append(words)
    told = f": {detail}" if not true and detail not in ("", None) else ""
    print(f"{'ok' if true else 'failed'}: {words}{told}", flush=True)
    return true


def local(program, folder):
    """Returns the parameters of a process that keeps its own key in the folder."""
    environment = {"WALLFARM_HOME": str(ROOT), "HOME": folder, "XDG_DATA_HOME": folder + "/data"}
    return StdioServerParameters(
        command=program, args=["mcp", "-j1", "--fence=best", "--output", folder], env=environment)


def image(result):
    """Returns the only image of a result, decoded."""
    images = [part for part in result.content if part.type == "image"]
    if not check(len(images) == 1, "there is one image", len(images)):
        return None
    return Image.open(io.BytesIO(base64.b64decode(images[0].data)))


async def call(client, tool, fails=False, **arguments):
    result = await client.call_tool(tool, arguments)
    facts = result.structured_content
    check(result.is_error == fails, f"{tool} {'fails' if fails else 'succeeds'}", facts)
    check(json.loads(result.content[0].text) == facts, f"the text of {tool} has its facts")
    return result, facts


async def lists(client):
    tools = (await client.list_tools()).tools
    check(sorted(tool.name for tool in tools) == TOOLS, "all tools are listed", [tool.name for tool in tools])
    check(all(tool.description and tool.input_schema["type"] == "object" for tool in tools), "each has a schema")
    size = len(json.dumps([tool.input_schema for tool in tools]))
    check(size < 20_000, "the schemas are brief", size)
    for name, key in (("devices", "id"), ("templates", "name"), ("themes", "name")):
        _, facts = await call(client, name)
        check(len(facts[name]) > 5 and all(key in row for row in facts[name]), f"{name} have names")


async def describe(client):
    for name in ("lock", "midnight", "iphone15", "numbered-notes", "request", "content", "jobs", "themes"):
        _, facts = await call(client, "describe", name=name)
        check(len(json.dumps(facts)) > 200, f"{name} is described")
        check(str(ROOT) not in json.dumps(facts), f"the description of {name} has no path")
    _, facts = await call(client, "describe", fails=True, name="midnihgt")
    check(facts["errors"][0]["hint"] == "did you mean 'midnight'?", "a similar name is suggested", facts)
    await call(client, "describe", fails=True, name="/etc/passwd.json")
    await call(client, "describe", fails=True, name="midnight", variant="blue")


async def render(client, isLocal, folder):
    result, facts = await call(client, "render", request=REQUEST)
    small = image(result)
    check(small and small.height == 512, "a picture is small", small and small.size)
    check(facts["pictures"][0]["pixels"]["height"] == 2556, "its facts are those of the full size", facts)
    result, _ = await call(client, "render", request=REQUEST, height=128)
    check(image(result).height == 128, "the height is that of the request")
    result, facts = await call(client, "render", request=REQUEST, size="full")
    full = image(result)
    check(full and full.size == (1179, 2556), "the full size is returned on request", full and full.size)
    result, _ = await call(client, "render", request=REQUEST | {"background": "none"})
    check(image(result).format == "PNG", "a transparent picture is PNG")
    _, facts = await call(client, "render", fails=True, request={"devices": "iphone51", "notes": ["A"], "thme": "fog"})
    check(
        {error["code"] for error in facts["errors"]} == {"unknown-device", "unknown-key"}, "all errors are returned",
        facts)
    for error in facts["errors"]:
        check({"code", "message", "origin", "hint"} <= error.keys(), "an error has its parts", error)
        check("/v1/" not in (error["hint"] or ""), "a hint names no address", error["hint"])
    await call(client, "render", fails=True, request=REQUEST | {"devices": "all"})
    await call(client, "render", fails=True, request="iphone15")
    await call(client, "render", fails=True, request=REQUEST, size="huge")
    await call(client, "render", fails=True, request=REQUEST, height=5000)
    if isLocal:
        _, facts = await call(client, "render", request=REQUEST, output="{device}.webp")
        path = facts["pictures"][0]["output"]
        check(path == f"{os.path.realpath(folder)}/iphone15.webp", "a picture is written", path)
        check(Image.open(path).format == "WEBP", "the extension selects the format")
        await call(client, "render", fails=True, request=REQUEST, output="/tmp/outside.png")
        Image.new("RGB", (900, 1600), "teal").save(folder + "/photo.png")
        await call(client, "render", request=REQUEST | {"photo": folder + "/photo.png"})
        await call(client, "render", fails=True, request=REQUEST | {"photo": folder + "/gone.png"})
    else:
        await call(client, "render", fails=True, request=REQUEST, output="a.png")
        await call(client, "render", fails=True, request=REQUEST | {"photo": "/etc/passwd"})


async def checks(client, isLocal, folder):
    _, facts = await call(client, "check", request=REQUEST)
    check(facts["valid"] and facts["pictures"][0]["width"] == 1179, "a request is valid", facts)
    await call(client, "check", fails=True, request=REQUEST | {"format": "pgn"})
    await call(client, "check", fails=True)
    if isLocal:
        pathlib.Path(folder, "theme.json").write_text('{"format": 1, "summary": "A", "extends": "papre"}')
        _, facts = await call(client, "check", fails=True, file=folder + "/theme.json")
        check(facts["kind"] == "theme", "a theme is checked", facts)
        await call(client, "check", file=str(ROOT / "Templates/lock"))
    else:
        await call(client, "check", fails=True, file="/etc/passwd")


async def batch(client, isLocal, http):
    jobs = [{"id": "ana"} | REQUEST, {"devices": "iphone51", "notes": ["A"]}, REQUEST | {"devices": ["iphone15", "ipad10"]}]
    _, facts = await call(client, "batch", fails=True, jobs=jobs)
    rows = facts["rows"]
    check((facts["done"], facts["failed"], len(rows)) == (3, 1, 4), "a failed job does not stop the others", facts)
    check([row["id"] for row in rows] == ["ana", "job-2", "job-3", "job-3"], "the rows name their jobs")
    for row in rows:
        if "errors" in row:
            continue
        if isLocal:
            check(Image.open(row["output"]).height == row["pixels"]["height"], "a picture is written")
        else:
            answer = await http.get(row["address"])
            check(answer.status_code == 200 and len(answer.content) == row["bytes"], "an address has the picture")
    await call(client, "batch", fails=True, jobs=[])


async def people(client):
    _, made = await call(client, "people", action="create", person=PERSON)
    check({"id", "read", "write"} <= made.keys(), "a person has two addresses", made)
    write = made["write"]
    _, kept = await call(client, "people", action="get", address=write)
    check(kept["person"]["notes"] == ["Buy milk"], "a person is returned", kept)
    await call(client, "people", fails=True, action="get", address=made["read"])
    result, _ = await call(client, "people", action="picture", address=made["read"])
    before = image(result)
    await call(client, "people", action="content", address=write, content={"notes": ["Water the plants"]})
    result, _ = await call(client, "people", action="picture", address=write, screen="lock")
    after = image(result)
    check(before.height == 512 and before.tobytes() != after.tobytes(), "a change appears in the picture")
    await call(client, "people", fails=True, action="replace", address=write, person=PERSON | {"device": "iphone51"})
    await call(client, "people", action="replace", address=write, person=PERSON | {"device": "iphone8"})
    await call(client, "people", action="erase", address=write)
    await call(client, "people", fails=True, action="get", address=write)
    await call(client, "people", fails=True, action="create", person=PERSON | {"device": "iphone51"})
    _, named = await call(client, "people", action="create", id="user-1001", person=PERSON)
    check(named["id"] == "user-1001", "a person has the ID of the agent", named)
    _, again = await call(client, "people", action="create", id="user-1001", person=PERSON)
    check("read" not in again, "the person is replaced", again)
    _, shown = await call(client, "people", action="get", address=named["write"])
    check(shown["id"] == "user-1001", "the person has kept the ID", shown)


async def resources(client):
    found = (await client.list_resources()).resources
    names = [str(one.uri) for one in found]
    check("wallfarm://schema/request" in names and "wallfarm://docs/agents" in names, "documents are listed", names)
    for name in names:
        read = await client.read_resource(name)
        check(len(read.contents) == 1 and len(read.contents[0].text) > 500, f"{name} can be read")
    check((await client.list_resource_templates()).resource_templates == [], "there are no templates")
    try:
        await client.read_resource("wallfarm://docs/gone")
        check(False, "an unknown document is an error")
    except MCPError as error:
        check(error.code == -32002, "an unknown document is an error", error.code)
    try:
        await client.call_tool("gone", {})
        check(False, "an unknown tool is an error")
    except MCPError as error:
        check(error.code == -32602, "an unknown tool is an error", error.code)


async def main(transport, place, other):
    isLocal = transport == "stdio"
    if isLocal:
        http, server = None, local(place, other)
    else:
        base = place.removesuffix("/mcp")
        http = httpx2.AsyncClient(base_url=base, headers={"Authorization": f"Bearer {other}"}, timeout=600)
        server = streamable_http_client(place, http_client=http)
    async with Client(server) as client:
        check(client.protocol_version == "2025-06-18", "the revision is agreed", client.protocol_version)
        check(client.server_info.name == "wallfarm" and client.instructions, "the server introduces itself")
        await lists(client)
        await describe(client)
        await render(client, isLocal, other)
        await checks(client, isLocal, other)
        await batch(client, isLocal, http)
        await people(client)
        await resources(client)
        together = await asyncio.gather(*(client.call_tool("check", {"request": REQUEST}) for _ in range(20)))
        check(all(not result.is_error for result in together), "calls overlap")
    if http:
        await http.aclose()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
    sys.exit(1 if failures else 0)
