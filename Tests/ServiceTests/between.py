"""A proxy between a browser and a service, which forwards requests and can be told to fail."""
import http.client, http.server, threading, urllib.parse


class Between:
    """`base` is the address of the proxy; `seen` contains the method, path and body of each request."""

    def __init__(self, service):
        self.service, self.failing, self.seen = urllib.parse.urlsplit(service).netloc, {}, []
        between = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                between.answer(self)

            do_GET = do_PUT = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # Ignore errors from a browser that closed its connection.
        self.server.handle_error = lambda *_: None
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()

    def fail(self, method, ending, status):
        """From now on, responds with a status to requests with this method and path ending; if the
        status is None, closes the connection."""
        self.failing[(method, ending)] = status

    def heal(self):
        self.failing.clear()

    def count(self, method, ending):
        """Returns the number of requests with this method and path ending."""
        return sum(one == method and path.endswith(ending) for one, path, _ in self.seen)

    def answer(self, asked):
        body = asked.rfile.read(int(asked.headers.get("Content-Length", 0)))
        self.seen.append((asked.command, asked.path, body))
        for (method, ending), status in self.failing.items():
            if method == asked.command and asked.path.endswith(ending):
                return asked.send_error(status) if status else asked.connection.close()
        service = http.client.HTTPConnection(self.service)
        words = {name: asked.headers[name] for name in ("Content-Type", "Accept")
                 if name in asked.headers}
        service.request(asked.command, asked.path, body, words)
        found = service.getresponse()
        told = found.read()
        asked.send_response(found.status)
        for name, value in found.getheaders():
            if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                asked.send_header(name, value)
        asked.send_header("Content-Length", str(len(told)))
        asked.end_headers()
        asked.wfile.write(told)
        service.close()
