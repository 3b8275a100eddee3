"""An object store in memory that has, or lacks, the behavior that a farm relies on.

conditional.py MODE [RATE] prints its port. The modes are:

- ok: complete behavior.
- ignore-none-match, ignore-match: a PUT succeeds even if its condition is false.
- refuse-and-write: a PUT whose condition is false returns 412, but changes the object.
- no-tag, weak-tag, one-tag: there are no ETags, only weak ETags, or the same ETag for all objects.
- no-meta: metadata is lost.
- nolist: the status for a missing object is 403, as AWS responds to a key that may not list objects.
- forbidden: the status is always 403.
- slow: the store receives a body at RATE bytes per second.
- silent: the store receives a body and never responds.
- unimplemented: the status for a PUT with a condition is 501.
"""
import hashlib
import http.server
import sys
import threading
import time

mode = sys.argv[1]
rate = float(sys.argv[2]) if len(sys.argv) > 2 else 0
objects = {}
lock = threading.Lock()
counter = 0


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def say(self, status, code="", body=b"", headers=()):
        if code:
            body = f"<Error><Code>{code}</Code><Message>no</Message></Error>".encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def body(self):
        left = int(self.headers.get("Content-Length") or 0)
        got = b""
        while left > 0:
            piece = self.rfile.read(min(left, max(1, int(rate / 10)) if mode == "slow" else left))
            got += piece
            left -= len(piece)
            if mode == "slow":
                time.sleep(0.1)
        return got

    def do_GET(self):
        if mode == "forbidden":
            return self.say(403, "AccessDenied")
        if self.path.strip("/").count("/") == 0:
            return self.say(403 if mode == "nolist" else 200)
        with lock:
            found = objects.get(self.path)
        if found is None:
            return self.say(403, "AccessDenied") if mode == "nolist" else self.say(404, "NoSuchKey")
        bytes_, meta, tag = found
        headers = [] if mode == "no-meta" else list(meta)
        if mode != "no-tag":
            headers.append(("ETag", {"weak-tag": f"W/{tag}", "one-tag": '"same"'}.get(mode, tag)))
        self.say(200, body=bytes_, headers=headers)

    do_HEAD = do_GET

    def do_PUT(self):
        global counter
        sent = self.body()
        if mode == "silent":
            time.sleep(3600)
        if mode == "forbidden":
            return self.say(403, "AccessDenied")
        none_match, match = self.headers.get("If-None-Match"), self.headers.get("If-Match")
        if mode == "unimplemented" and (none_match or match):
            return self.say(501, "NotImplemented")
        meta = [(n, v) for n, v in self.headers.items() if n.lower().startswith("x-amz-meta-")]
        with lock:
            found = objects.get(self.path)
            holds = True
            if none_match == "*" and mode != "ignore-none-match":
                holds = found is None
            if match and mode != "ignore-match":
                holds = found is not None and (mode == "one-tag" or found[2] == match)
            if holds or mode == "refuse-and-write":
                counter += 1
                tag = '"%s"' % hashlib.md5(sent + str(counter).encode()).hexdigest()
                objects[self.path] = (sent, meta, tag)
        self.say(200) if holds else self.say(412, "PreconditionFailed")

    def do_DELETE(self):
        if mode == "forbidden":
            return self.say(403, "AccessDenied")
        with lock:
            objects.pop(self.path, None)
        self.say(204)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
# The server exits when its parent process does, because its standard input is then closed.
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
