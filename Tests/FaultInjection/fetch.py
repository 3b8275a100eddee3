"""Runs the program of `fetch.c` with a socket that is connected to a local server, and prints the
outcome as JSON.

python3 fetch.py PROGRAM ACT ARGUMENT [unfenced]: ACT is an action of the program, or one of these:
`photo` fetches three megabytes, `sealed` does so over TLS with a certificate that the program receives,
`unknown` does so with a certificate that nobody trusts, and `elsewhere` follows a redirect.
"""
import ctypes
import http.server
import json
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import threading

program, act, argument = sys.argv[1:4]
body = os.urandom(3_000_000)


class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(302 if self.path == "/elsewhere" else 200)
        self.send_header("Location", "http://127.0.0.2:9/")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


def call_name(number):
    # libseccomp maps the system call numbers of this architecture to names.
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_syscall_resolve_num_arch.restype = ctypes.c_char_p
    return library.seccomp_syscall_resolve_num_arch(library.seccomp_arch_native(), number).decode()


def certificate(folder):
    names = [os.path.join(folder, name) for name in ("key.pem", "certificate.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-days", "2", "-subj", "/CN=photos.example", "-addext", "subjectAltName=DNS:photos.example",
         "-keyout", names[0], "-out", names[1]],
        check=True, capture_output=True)
    return names


with tempfile.TemporaryDirectory() as folder:
    server = http.server.HTTPServer(("127.0.0.1", 0), Answers)
    port = server.server_address[1]
    scheme, authority = "http", []
    if act in ("sealed", "unknown"):
        key, cert = certificate(folder)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        # Do the handshake in the thread that responds, so that a client that disconnects does not stop the
        # server.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        scheme = "https"
        authority = [cert] if act == "sealed" else []
    server.handle_error = lambda *about: None
    threading.Thread(target=server.serve_forever, daemon=True).start()

    given = socket.create_connection(("127.0.0.1", port))
    told, messenger = os.pipe()
    words = [act, argument]
    if act in ("photo", "sealed", "unknown", "elsewhere"):
        words = ["fetch", f"{scheme}://photos.example:{port}/{act}"]
    ended = subprocess.run(
        [program, str(given.fileno()), str(messenger)] + words + [f"photos.example:{port}:127.0.0.1"] + authority,
        pass_fds=(given.fileno(), messenger), capture_output=True, text=True,
        env=dict(os.environ, **({"FETCH_UNFENCED": "1"} if sys.argv[4:] else {})))
    os.close(messenger)
    refused = os.read(told, 100).decode()
    print(json.dumps({
        "status": ended.returncode, "said": ended.stdout.splitlines(), "errors": ended.stderr,
        "refused": call_name(int(refused.split()[1])) if refused else None}))
