"""An object store in memory that fails as specified: each argument applies to one request, in order.

faulty.py FAULT... prints its port. The faults are:

- 503, 500, slow-down: the store returns an error; slow-down is a 503 with the code SlowDown.
- cut-request, cut-answer: the connection is closed before the request is executed, or during the
  response.
- lost: the request is executed, but there is no response.
- skew: from then on, the clock of the store is an hour ahead. It refuses requests with another time, and
  its response contains its own time.
- good: the request succeeds.
"""
import http.server
import socket
import sys
import threading
import time

faults = sys.argv[1:]
objects = {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def say(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def cut(self):
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)

    def date_time_string(self, timestamp=None):
        return super().date_time_string(time.time() + (3600 if is_ahead else 0))

    def answer(self):
        global is_ahead
        fault = faults.pop(0) if faults else "good"
        if fault == "cut-request":
            return self.cut()
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if fault in ("503", "500", "slow-down"):
            code = "SlowDown" if fault == "slow-down" else "InternalError"
            status = 503 if fault == "slow-down" else int(fault)
            return self.say(status, f"<Error><Code>{code}</Code></Error>".encode())
        is_ahead = is_ahead or fault == "skew"
        if is_ahead:
            stamp = self.headers["x-amz-date"]
            wanted = time.strftime("%Y%m%dT%H", time.gmtime(time.time() + 3600))
            near = time.strftime("%Y%m%dT%H", time.gmtime(time.time() + 3599))
            if stamp[:11] not in (wanted, near):
                return self.say(403, b"<Error><Code>RequestTimeTooSkewed</Code></Error>")
        if self.command == "PUT":
            if self.headers.get("If-None-Match") == "*" and self.path in objects:
                return self.say(412)
            meta = [(n, v) for n, v in self.headers.items() if n.lower().startswith("x-amz-meta-")]
            objects[self.path] = (body, meta)
            if fault == "lost":
                return self.cut()
            return self.say(200)
        if self.path not in objects:
            return self.say(404)
        found, meta = objects[self.path]
        if fault == "cut-answer":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(found) + found[:3])
            return self.cut()
        self.say(200, found, meta + [("ETag", '"x"')])

    do_PUT = do_GET = do_HEAD = answer


is_ahead = False
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
# The server exits when its parent process does, because its standard input is then closed.
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
