"""Breaks 100 requests in ten ways, and repairs them using only the `fix` of each error.

    repair.py PROGRAM FOLDER [SEED]

The script has no knowledge of requests: it calls the tool 'check' of `wallfarm mcp`, applies the JSON
Patches of the errors, and calls again, at most three times in total. It exits with status 1 if fewer
than 90 requests become valid. The program stores its key in FOLDER.
"""
import asyncio, copy, json, random, sys

sys.dont_write_bytecode = True

from mcp import Client

from agent import local

COUNT, WANTED, CALLS = 100, 90, 3
NOTES = ["Buy milk", "Call Ana", "Water the plants", "Book the train", "Pay the rent", "Read a chapter"]
FLAGS = {"true": ["yes", "True", "true", 1], "false": ["no", "False", "false", 0]}


class Names:
    """The names in an installation; they ensure that a misspelled name is not valid."""

    async def read(self, client):
        async def all(tool, key):
            return [row[key] for row in (await client.call_tool(tool, {})).structured_content[tool]]

        self.devices, self.themes = await all("devices", "id"), await all("themes", "name")
        self.templates = await all("templates", "name")
        rows = (await client.call_tool("describe", {"name": "request"})).structured_content["description"]
        self.keys = [row["key"] for row in rows]
        found = (await client.call_tool("describe", {"name": "numbered-notes"})).structured_content["description"]
        self.parameters = [one["key"] for one in found["parameters"]]


def sound(dice, names):
    """A valid request."""
    request = {
        "devices": dice.choice(names.devices), "theme": dice.choice(names.themes), "template": "lock",
        "notes": dice.sample(NOTES, dice.randint(1, 4)),
    }
    if dice.random() < 0.5:
        request["overflow"] = dice.choice(["fail", "shorten", "more"])
    if dice.random() < 0.5:
        request["language"] = dice.choice(["en", "de", "cs"])
    return request


def misspelled(dice, word, known):
    """Returns the word with two letters exchanged, or one letter removed or doubled; the result is not a
    known word."""
    while True:
        letters = list(word)
        place = dice.randrange(len(letters) - 1)
        match dice.randrange(3):
            case 0:
                letters[place], letters[place + 1] = letters[place + 1], letters[place]
            case 1:
                del letters[place]
            case 2:
                letters.insert(place, letters[place])
        changed = "".join(letters)
        if changed not in known and changed:
            return changed


def key(dice, request, names):
    old = dice.choice([one for one in request if len(one) > 4])
    request[misspelled(dice, old, names.keys)] = request.pop(old)


def device(dice, request, names):
    request["devices"] = misspelled(dice, request["devices"], names.devices)


def theme(dice, request, names):
    request["theme"] = misspelled(dice, request["theme"], names.themes)


def template(dice, request, names):
    request["template"] = misspelled(dice, dice.choice(["lock", "home"]), names.templates)


def value(dice, request, names):
    name, words = dice.choice([
        ("format", ["png", "jpeg", "webp"]), ("overflow", ["fail", "shorten", "more"]),
        ("effort", ["fast", "balanced", "small"]), ("variant", ["light", "dark", "auto"])])
    request[name] = misspelled(dice, dice.choice(words), words)


def unit(dice, request, names):
    request["set"] = {dice.choice(["max-size", "side"]): f"{dice.randint(30, 50)}{dice.choice(['pt', 'px', ' pt'])}"}


def parameter(dice, request, names):
    name, number = dice.choice([("max-size", 40), ("weight", 700), ("side", 30), ("letter-spacing", 0.05)])
    request["set"] = {misspelled(dice, name, names.parameters): number}


def notes(dice, request, names):
    request["notes"] = dice.choice(NOTES)


def operator(dice, request, names):
    request[dice.choice(["output", "priority", "timeout"])] = dice.choice(["a.png", 5])


def flag(dice, request, names):
    request["widgets"] = dice.choice(FLAGS[dice.choice(["true", "false"])])


KINDS = [key, device, theme, template, value, unit, parameter, notes, operator, flag]


def parts(path):
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]


def parent(document, path):
    """Returns the object or list that contains the value at a path, and its key or index there."""
    *way, last = parts(path)
    for part in way:
        document = document[int(part)] if isinstance(document, list) else document[part]
    return document, (last if isinstance(document, dict) or last == "-" else int(last))


def take(document, path):
    holder, name = parent(document, path)
    return holder.pop(name)


def put(document, path, new):
    holder, name = parent(document, path)
    if isinstance(holder, list):
        holder.insert(len(holder) if name == "-" else name, new)
    else:
        holder[name] = new


def patched(document, patch):
    """Returns the document after a JSON Patch (RFC 6902)."""
    document = copy.deepcopy(document)
    for step in patch:
        match step["op"]:
            case "add":
                put(document, step["path"], step["value"])
            case "replace":
                take(document, step["path"])
                put(document, step["path"], step["value"])
            case "remove":
                take(document, step["path"])
            case "move":
                put(document, step["path"], take(document, step["from"]))
            case other:
                raise ValueError(f"no operation '{other}'")
    return document


async def repair(client, request):
    """Repairs a request; returns whether it becomes valid, whether it was invalid, and the errors of
    each call."""
    history = []
    for number in range(CALLS):
        result = await client.call_tool("check", {"request": request})
        if not result.is_error:
            return True, number > 0, history
        errors = result.structured_content["errors"]
        history.append([(error["code"], error["message"], error.get("fix")) for error in errors])
        for error in errors:
            try:
                request = patched(request, error.get("fix") or [])
            except (KeyError, IndexError, ValueError, TypeError):
                # An earlier patch in this round has changed the location that this patch refers to.
                continue
    return False, True, history


async def main(program, folder, seed=None):
    seed = int(seed) if seed else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    dice, names, repaired = random.Random(seed), Names(), 0
    async with Client(local(program, folder)) as client:
        await names.read(client)
        for number in range(COUNT):
            kind = KINDS[number % len(KINDS)]
            request = sound(dice, names)
            kind(dice, request, names)
            isRepaired, wasBroken, history = await repair(client, copy.deepcopy(request))
            repaired += isRepaired and wasBroken
            if not (isRepaired and wasBroken):
                reason = "not repaired" if wasBroken else "not broken"
                print(f"{kind.__name__}: {reason}: {json.dumps(request)} {history}", flush=True)
    print(f"{repaired} of {COUNT} requests repaired in at most {CALLS} calls", flush=True)
    return repaired >= WANTED


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main(*sys.argv[1:4])) else 1)
