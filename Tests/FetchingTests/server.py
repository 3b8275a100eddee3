"""A TLS server whose behavior depends on the requested path; it runs while its standard input is open.

server.py FOLDER [PHOTO [DOCUMENTS]] writes the certificate that clients must trust to
FOLDER/certificate.pem, and prints its port. PHOTO may be empty. /count returns the number of requests
for the photo. /documents/NAME returns a file in DOCUMENTS, with validators, and /seen returns the
requests for documents. A POST to /answer?STATUS receives that status, and is listed in /seen with its
body.
"""
import hashlib
import http.server
import json
import os
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse

folder = sys.argv[1]
photo = open(sys.argv[2], "rb").read() if len(sys.argv) > 2 and sys.argv[2] else bytes(range(256)) * 4096
asked = 0
documents = sys.argv[3] if len(sys.argv) > 3 else None
seen = []
modified = "Mon, 23 Nov 2026 09:00:00 GMT"
types = {
    ".ics": "text/calendar", ".json": "application/json", ".xml": "application/rss+xml",
    ".csv": "text/csv; charset=utf-8", ".md": "text/plain",
}


class Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b"", length=None, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def document(self, name):
        headers = {key.lower(): value for key, value in self.headers.items()}
        seen.append({"name": name, **headers})
        with open(os.path.join(documents, os.path.basename(name)), "rb") as file:
            body = file.read()
        tag = '"' + hashlib.sha256(body).hexdigest() + '"'
        validators = {"ETag": tag, "Last-Modified": modified}
        isKnown = headers.get("if-none-match") == tag or (
            "if-none-match" not in headers and headers.get("if-modified-since") == modified)
        if isKnown:
            self.answer(304, **validators)
            return
        kind = types.get(os.path.splitext(name)[1], "application/octet-stream")
        self.answer(200, body, **{"Content-Type": kind, **validators})

    def do_POST(self):
        headers = {key.lower(): value for key, value in self.headers.items()}
        body = self.rfile.read(int(headers.get("content-length", "0"))).decode()
        path, _, status = self.path.partition("?")
        seen.append({"name": path, "body": body, **headers})
        if path == "/answer":
            later = {} if status[0] == "2" else {"Retry-After": "120"}
            self.answer(int(status), b"thanks", **later)
        elif path == "/drip":
            self.answer(200, length=1000)
            while True:
                self.wfile.write(b"x")
                time.sleep(0.2)
        elif path == "/silent":
            time.sleep(600)
        else:
            self.do_GET()

    def do_GET(self):
        global asked
        here = f"https://localhost:{port}"
        path = self.path.partition("?")[0]
        if path == "/photo":
            asked += 1
            self.answer(200, photo)
        elif path == "/count":
            self.answer(200, str(asked).encode())
        elif path.startswith("/documents/"):
            self.document(path[len("/documents/"):])
        elif path == "/seen":
            self.answer(200, json.dumps(seen).encode())
        elif path == "/to":
            self.answer(302, Location=urllib.parse.unquote(self.path.partition("?")[2]))
        elif path == "/unchanged":
            self.answer(304)
        elif path == "/moved":
            self.answer(302, Location="/photo")
        elif path == "/loop":
            self.answer(302, Location="/loop")
        elif path == "/number":
            self.answer(302, Location=f"https://127.0.0.1:{port}/photo")
        elif path == "/other":
            self.answer(302, Location=f"https://other.example:{port}/photo")
        elif path == "/plain":
            self.answer(302, Location=f"http://localhost:{port}/photo")
        elif path == "/file":
            self.answer(302, Location="file:///etc/passwd")
        elif path == "/missing":
            self.answer(404, b"nothing")
        elif path == "/large":
            self.answer(200, bytes(5 << 20))
        elif path == "/endless":
            self.send_response(200)
            self.end_headers()
            while True:
                self.wfile.write(bytes(1 << 20))
        elif path == "/cut":
            self.answer(200, photo[:1000], length=len(photo))
            self.close_connection = True
        elif path == "/noise":
            self.wfile.write(b"\x00\xff no HTTP at all\r\n\r\n" + photo)
            self.close_connection = True
        elif path == "/headers":
            self.send_response(200)
            for number in range(200_000):
                self.send_header(f"X-{number}", "x" * 1000)
            self.end_headers()
        elif path == "/slow":
            self.send_response(200)
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            while True:
                self.wfile.write(b"x")
                self.wfile.flush()
                time.sleep(0.2)

    def log_message(self, *words):
        pass


names = [os.path.join(folder, name) for name in ("key.pem", "certificate.pem")]
subprocess.run(
    ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
     "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", names[0], "-out", names[1]],
    check=True, capture_output=True)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
server.daemon_threads = True
server.handle_error = lambda *about: None
port = server.server_address[1]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(names[1], names[0])
# Do the handshake in the thread that responds.
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(port, flush=True)
sys.stdin.read()
