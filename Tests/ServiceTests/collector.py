"""A collector of traces: collector.py FOLDER [STATUS…] receives documents; collector.py --spans FILE… prints spans.

The collector writes its port to FOLDER/port and each request to FOLDER/N.json, and answers with the statuses in
turn and then with 200. The documents are parsed by opentelemetry-proto, the Python code of OpenTelemetry's schema,
which rejects unknown members. Its JSON has identifiers in base64 instead of hex digits.
"""
import base64
import http.server
import json
import os
import re
import sys


def serve(folder, statuses):
    class Handler(http.server.BaseHTTPRequestHandler):
        count = 0

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            Handler.count += 1
            with open(f"{folder}/{Handler.count}.part", "wb") as file:
                file.write(json.dumps({"path": self.path, "type": self.headers["Content-Type"],
                                       "agent": self.headers["User-Agent"]}).encode() + b"\n" + body)
            os.rename(f"{folder}/{Handler.count}.part", f"{folder}/{Handler.count}.json")
            self.send_response(statuses.pop(0) if statuses else 200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *arguments):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    with open(f"{folder}/port.part", "w", encoding="utf-8") as file:
        file.write(str(server.server_port))
    os.rename(f"{folder}/port.part", f"{folder}/port")
    server.serve_forever()


def show(paths):
    from google.protobuf import json_format
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    def in_base64(match):
        digits = match[2]
        if len(digits) != (32 if match[1] == "traceId" else 16) or not int(digits, 16):
            sys.exit(f"{match[1]} {digits} is invalid")
        return f'"{match[1]}":"{base64.b64encode(bytes.fromhex(digits)).decode()}"'

    for path in paths:
        with open(path, encoding="utf-8") as file:
            next(file)
            text = file.read()
        text = re.sub(r'"(traceId|spanId|parentSpanId)"\s*:\s*"([0-9a-f]*)"', in_base64, text)
        document = json_format.Parse(text, ExportTraceServiceRequest())
        for resource in document.resource_spans:
            facts = {one.key: value(one.value) for one in resource.resource.attributes}
            for scope in resource.scope_spans:
                for span in scope.spans:
                    print(json.dumps({
                        "service": facts["service.name"], "instance": facts["service.instance.id"],
                        "trace": span.trace_id.hex(), "id": span.span_id.hex(), "parent": span.parent_span_id.hex(),
                        "name": span.name, "kind": span.kind, "flags": span.flags, "status": span.status.code,
                        "began": span.start_time_unix_nano / 1e9, "ended": span.end_time_unix_nano / 1e9,
                        "facts": {one.key: value(one.value) for one in span.attributes},
                    }))


def value(one):
    return getattr(one, one.WhichOneof("value"))


if sys.argv[1] == "--spans":
    show(sys.argv[2:])
else:
    serve(sys.argv[1], [int(status) for status in sys.argv[2:]])
