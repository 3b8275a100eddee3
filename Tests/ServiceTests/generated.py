"""Calls every operation of a running service with a client that openapi-python-client has generated.

    generated.py http://127.0.0.1:8080 FOLDER KEY PHOTO

FOLDER contains the generated package `client`, and PHOTO is a JPEG. Bodies and parameters are the
examples of the service's OpenAPI document; an example that does not match its schema, or that the
service refuses, is a failure. Every response must have a documented status, and the generated models
must not change its JSON. Prints a line for each check, and exits with status 1 if any check has failed.
"""
import importlib, io, json, pathlib, re, sys

import httpx

import examples

sys.dont_write_bytecode = True
URL, FOLDER, KEY, PHOTO = sys.argv[1:5]
sys.path.insert(0, FOLDER)

client_module = importlib.import_module("client")
types = importlib.import_module("client.types")
failures = []


def check(true, words, detail=""):
    if not true:
        failures.append(words)
    print(f"{'ok' if true else 'failed'}: {words}{f': {detail}' if not true else ''}", flush=True)


document = httpx.get(URL + "/openapi.json").json()
operations = examples.operations(document)
modules = {path.stem: f"client.api.{path.parent.name}.{path.stem}"
           for path in pathlib.Path(FOLDER, "client/api").glob("*/*.py") if path.stem != "__init__"}
generated = client_module.AuthenticatedClient(base_url=URL, token=KEY, timeout=httpx.Timeout(600))
called = set()


def module_of(operation):
    name = "".join("_" + letter.lower() if letter.isupper() else letter for letter in operation)
    return importlib.import_module(modules[name.replace("_a_p_i", "_api")])


def plain(value):
    """Returns the JSON of a parsed response, or of a part of it; all UTC times end with Z."""
    if hasattr(value, "to_dict"):
        value = value.to_dict()
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return re.sub(r"(T[0-9:]+)\+00:00$", r"\1Z", value) if isinstance(value, str) else value


def model(operation, words):
    """Returns the generated model of a request body."""
    schema = operations[operation][2]["requestBody"]["content"]["application/json"]["schema"]
    models = importlib.import_module("client.models")
    name = schema.get("$ref", "").rpartition("/")[2]
    if not name:
        name = operation[0].upper() + operation[1:] + "Body"
    return getattr(models, name).from_dict(words)


def call(operation, status, *words, **keys):
    """Calls an operation, checks the response, and returns it; a body is a dictionary or a file."""
    path, _, described = operations[operation]
    called.add(operation)
    if isinstance(keys.get("body"), dict):
        keys["body"] = model(operation, keys["body"])
    response = module_of(operation).sync_detailed(*words, client=generated, **keys)
    known = str(int(response.status_code)) in described["responses"]
    check(response.status_code == status and known, f"{operation} {path} is {status}",
          (int(response.status_code), response.content[:400]))
    kind = response.headers.get("content-type", "")
    if kind.startswith("application/json") and response.content:
        check(plain(response.parsed) == plain(json.loads(response.content)),
              f"{operation}: the models lose nothing", response.content[:200])
    return response


def example(operation, kind="application/json"):
    return operations[operation][2]["requestBody"]["content"][kind]["example"]


def parameter(path, name):
    return next(each["example"] for each in document["paths"][path]["parameters"] if each["name"] == name)


def check_examples():
    for name, errors in examples.judged(document):
        check(not errors, f"the example of {name} matches its schema", errors[:2])


def check_choices():
    for name in ("devices", "templates", "themes", "motions", "schema", "openAPI", "findScreen"):
        tag = call(name, 200).headers["etag"]
        call(name, 304, if_none_match=tag)
        call(name + "Head", 200)
    call("answerAgent", 200, body=example("answerAgent"))
    for name in ("page", "alive", "ready"):
        call(name, 200)
        call(name + "Head", 200)


def check_pictures():
    photo = json.loads(call("keepPhoto", 201, body=types.File(io.BytesIO(bytes_of(PHOTO)))).content)["photo"]
    call("render", 200, body=example("render"))
    made = call("render", 201, body={**example("render"), "photo": photo},
                prefer=operations["render"][2]["parameters"][0]["example"])
    signature, picture = json.loads(made.content)["address"].split("/")[2:]
    tag = call("picture", 200, signature, picture).headers["etag"]
    call("picture", 304, signature, picture, if_none_match=tag)
    call("pictureHead", 200, signature, picture)
    call("revokePicture", 204, signature, picture)
    call("picture", 410, signature, picture)
    place = "/v1/motions/{motion}/{film}"
    motion, film = parameter(place, "motion"), parameter(place, "film")
    call("film", 200, motion, film)
    call("film", 206, motion, film, range_="bytes=0-99")
    call("filmHead", 200, motion, film)
    call("erasePhoto", 204, photo)
    call("erasePhoto", 404, photo)


def check_people():
    made = json.loads(call("addPerson", 201, body=example("addPerson")).content)
    write, read = (made[name].rpartition("/")[2] for name in ("write", "read"))
    tag = call("own", 200, write).headers["etag"]
    call("ownHead", 200, write)
    call("own", 304, write, if_none_match=tag)
    call("replaceContent", 204, write, body=example("replaceContent"), if_match=tag)
    call("replaceContent", 412, write, body=example("replaceContent"), if_match=tag)
    call("replaceOwn", 204, write, body=example("replaceOwn"))
    picture = parameter("/p/{token}/{picture}", "picture")
    call("shown", 200, read, picture)
    call("shownHead", 200, read, picture)
    flow = parameter("/p/{token}/flow-{flow}", "flow")
    call("flow", 200, write, flow)
    call("flowHead", 200, write, flow)
    call("flowState", 204, write, flow)
    call("flowStateHead", 204, write, flow)
    call("putFlowState", 204, write, flow, body=example("putFlowState"))
    call("flowState", 200, write, flow)
    call("challenge", 409, write)
    photo = json.loads(call("keepPhoto", 201, body=types.File(io.BytesIO(bytes_of(PHOTO)))).content)["photo"]
    call("beginChallenge", 201, write, body={**example("beginChallenge"), "photo": photo})
    call("challenge", 200, write)
    call("challengeHead", 200, write)
    call("countSteps", 422, write, body=types.File(io.BytesIO(b"no export")))
    call("endChallenge", 204, write)
    check_other_bodies(write)
    call("eraseOwn", 204, write)
    other = json.loads(call("addPerson", 201, body=example("addPerson")).content)
    call("erasePerson", 204, other["id"])


def check_webhooks():
    body = example("putWebhook")
    call("putWebhook", 201, "app", body=body)
    call("putWebhook", 200, "app", body=body)
    call("webhooks", 200)
    call("webhooksHead", 200)
    call("testWebhook", 202, "app")
    call("eraseWebhook", 204, "app")
    call("eraseWebhook", 404, "app")


def check_other_bodies(write):
    """Sends the examples of other media types directly, because the generated client supports only JSON
    and bytes."""
    headers = {"Authorization": f"Bearer {KEY}"}
    first = {"figures": {"figures": [{"label": "Runs", "value": 1}]},
             "agenda": {"events": [{"title": "Swim", "start": "2030-01-05"}]}, "lock": None}
    for kind in operations["replaceContent"][2]["requestBody"]["content"]:
        if kind == "application/json":
            continue
        template = {"text/calendar": "agenda", "text/markdown": "lock"}.get(kind, "figures")
        person = {"device": "iphone15", "lock": {"template": template}, "notes": ["Buy milk"]}
        call("replaceOwn", 204 if first[template] is None else 200, write,
             body=person | ({} if first[template] is None else {"content": first[template]}))
        answer = httpx.put(f"{URL}/p/{write}/content", content=example("replaceContent", kind).encode(),
                           headers={"Content-Type": kind}, timeout=600)
        check(answer.status_code in (200, 204), f"the example of {kind} is content", answer.text[:300])
    form = example("render", "multipart/form-data")
    answer = httpx.post(f"{URL}/v1/render", headers=headers, timeout=600, files={
        "request": ("request", json.dumps(form["request"]), "application/json"),
        "content": ("content", form["content"], "text/csv")})
    check(answer.status_code == 200, "the example of a form is a picture", answer.text[:300])


def bytes_of(path):
    return pathlib.Path(path).read_bytes()


check_examples()
check_choices()
check_pictures()
check_people()
check_webhooks()
check(called == set(operations), "every operation is called", sorted(set(operations) - called))
sys.exit(1 if failures else 0)
