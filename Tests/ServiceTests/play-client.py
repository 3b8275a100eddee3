"""Loads the JavaScript client, and the page from its README, in a headless browser.

    play-client.py http://127.0.0.1:8080 KEY

The address is that of a running service with this key. The script starts a server that serves the page
and the module, adds the key to requests that need it, and forwards all other requests, like a proxy in
front of the service. Prints a line for each check, and exits with status 1 at the first one that fails.
"""
import http.client, http.server, os, re, sys, tempfile, threading, urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

from browser import Browser, check, run_checks

CLIENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "clients", "javascript")
NOT_FORWARDED = ("connection", "transfer-encoding", "keep-alive")

# Runs JavaScript code with a client for the page's own origin, and passes the result or the failure to
# `done`.
LOADED = """
    const done = arguments[arguments.length - 1];
    const use = async ({Wallfarm, WallfarmError}, wallfarm) => { %s };
    import('/app/wallfarm.js')
      .then(module => use(module, new module.Wallfarm()))
      .then(done, error => done({failure: String(error), name: error.name}));
"""


def read(name):
    with open(os.path.join(CLIENT, name), encoding="utf-8") as file:
        return file.read()


def start_proxy(base, key):
    """Starts a server that serves the files of /app/ and forwards all other requests to the service."""
    service = urllib.parse.urlsplit(base).netloc
    page = re.search(r"<!-- file: notes\.html -->\n```html\n(.*?)^```$", read("README.md"), re.M | re.S).group(1)
    files = {"/app/notes.html": ("text/html; charset=utf-8", page),
             "/app/wallfarm.js": ("text/javascript", read("wallfarm.js")),
             "/app/empty.html": ("text/html", "<!doctype html><title>Empty</title>"),
             "/favicon.ico": ("image/x-icon", "")}

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self):
            if self.path in files:
                kind, text = files[self.path]
                return self.answer(200, [("Content-Type", kind)], text.encode())
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in NOT_FORWARDED}
            if self.path.startswith("/v1/"):
                headers["Authorization"] = f"Bearer {key}"
            connection = http.client.HTTPConnection(service)
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            kept = [each for each in answer.getheaders() if each[0].lower() not in (*NOT_FORWARDED, "content-length")]
            self.answer(answer.status, kept, answer.read())
            connection.close()

        do_GET = do_POST = do_PUT = do_DELETE = handle_any

        def answer(self, status, headers, body):
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            if status not in (204, 304):
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def use_module(browser, base):
    """Calls the client from a page with the same origin."""
    browser.browser.get(base + "/app/empty.html")

    def call(script):
        return browser.browser.execute_async_script(LOADED % script)

    # The browser reads the size of the picture.
    size = call("""
        const download = await wallfarm.render({devices: 'iphonese3', notes: ['Buy milk']});
        const bitmap = await createImageBitmap(await download.blob());
        return [bitmap.width, bitmap.height, download.type];""")
    check(size == [750, 1334, "image/png"], "a picture is a Blob", size)
    streamed = call("""
        const download = await wallfarm.render({devices: 'iphonese3', notes: ['Buy milk']});
        let [size, reader] = [0, download.stream().getReader()];
        for (let part; !(part = await reader.read()).done;) size += part.value.length;
        return size > 0 && size === download.size;""")
    check(streamed is True, "a picture is a stream", streamed)
    devices = call("""
        const archive = await wallfarm.archive({devices: ['iphonese3', 'iphone15'], notes: ['Buy milk']});
        const bitmaps = await Promise.all([...archive.pictures.values()].map(each => createImageBitmap(each)));
        return [[...archive.pictures.keys()], bitmaps.map(each => each.width), archive.receipts.size];""")
    check(devices == [["iphonese3", "iphone15"], [750, 1179], 2], "an archive is unpacked", devices)
    photo = call("""
        const canvas = new OffscreenCanvas(800, 1200);
        canvas.getContext('2d').fillRect(0, 0, 800, 1200);
        const blob = await canvas.convertToBlob();
        const name = await wallfarm.uploadPhoto(blob);
        const request = {devices: 'iphonese3', notes: ['Buy milk']};
        const [stored, sent] = [
          await wallfarm.render({...request, photo: name}), await wallfarm.render(request, {photo: blob})];
        return [name.startsWith('sha256-'), stored.etag === sent.etag];""")
    check(photo == [True, True], "a photo is uploaded, and sent with its request", photo)
    lists = call("return [(await wallfarm.devices()).length, (await wallfarm.devices()).length]")
    check(isinstance(lists, list) and lists[0] == lists[1] > 40, "a list is revalidated", lists)
    mistake = call("""
        return wallfarm.render({devices: 'iphone51', notes: ['x']}).catch(error =>
          [error instanceof WallfarmError, error.code, error.status, error.place])""")
    check(mistake == [True, "unknown-device", 422, "request:1:12"], "an error has code and place", mistake)
    stopped = call("return wallfarm.render({devices: 'iphone15'}, {signal: AbortSignal.abort()})")
    check(stopped.get("name") == "AbortError", "a call is aborted", stopped)
    # Chromium itself logs responses with the status 422, so these messages are ignored.
    said = [each for each in browser.said() if "422" not in each]
    check(not said, "the client writes nothing to the console", said[:3])
    return call("""
        const {person} = await wallfarm.createPerson({device: 'iphonese3', notes: ['Tea']});
        return person.toJSON();""")


def use_page(browser, base, person):
    """Changes notes with the page from the README."""
    browser.said()
    browser.browser.get(f"{base}/app/notes.html#read={person['read']}&write={person['write']}")
    shown = "const {src, naturalWidth} = document.getElementById('picture'); return naturalWidth === 750 && src"
    first = browser.wait(shown)
    check(first, "the page shows the picture")
    change = """
        const notes = document.getElementById('notes');
        notes.value = arguments[0];
        notes.dispatchEvent(new Event('change'));"""
    browser.run(change, "Buy milk\nCall Ana")
    second = browser.wait(shown.replace("&& src", "&& src !== arguments[0] && src"), first)
    check(second and second != first, "the page shows a new picture when the notes change")
    said = browser.said()
    check(not said, "nothing in the console", said[:3])
    browser.run(change, "\u0378")  # a code point without a character
    problem = browser.wait("return document.getElementById('problem').textContent")
    check(problem, "the page shows the problem of notes that cannot be drawn")
    # Chromium itself logs responses with the status 422, so these messages are expected.
    said = browser.said()
    check(all("422" in each for each in said), "nothing else in the console", said[:3])
    notes = browser.browser.execute_async_script(
        LOADED % "return (await wallfarm.person({write: '%s'}).load()).person.notes" % person["write"])
    check(notes == ["Buy milk", "Call Ana"], "the person has the notes", notes)


def main(service, key):
    base = start_proxy(service, key)
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(profile)
        try:
            person = use_module(browser, base)
            use_page(browser, base, person)
        finally:
            browser.quit()


run_checks(main, *sys.argv[1:])
