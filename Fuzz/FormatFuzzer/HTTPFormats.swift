import BuiltInPlugins
import Files
import HTTP
import RenderPool
import Service
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Fuzzes the request line and headers, and everything that a service parses from them.
func fuzzHead(_ bytes: [UInt8]) {
  let lines = String(decoding: bytes, as: UTF8.self).split(
    separator: "\n", omittingEmptySubsequences: false)
  let words = lines[0].split(separator: " ", maxSplits: 2).map(String.init)
  let headers = lines.dropFirst().map { line in
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return HTTPHeader(
      String(parts[0]), parts.count < 2 ? "" : String(parts[1].drop { $0 == " " }))
  }
  let head = HTTPHead(
    method: words.first ?? "", target: words.count < 2 ? "" : words[1],
    version: words.count < 3 ? "HTTP/1.1" : words[2], headers: headers)
  check(!head.path.contains("?"), "a path has a query")
  if head.ambiguity == nil {
    let lengths = head.headers.filter { $0.name == "content-length" }
    let codings = head.headers.filter { $0.name == "transfer-encoding" }
    check(lengths.count + codings.count <= 1, "a valid head has two lengths")
    check(lengths.isEmpty || (head.contentLength ?? -1) >= 0, "a valid head has an invalid length")
  }
  if let (route, found) = Route.of(head.path) {
    // The path built from the route's parameters must equal the original path.
    var left = found[...]
    let path = route.rawValue.split(separator: "/", omittingEmptySubsequences: false).map {
      $0.hasPrefix("{") ? left.popFirst() ?? "" : String($0)
    }
    check(left.isEmpty && path.joined(separator: "/") == head.path, "a route changed the path")
    _ = route.refusal(of: head)
  }
  check(head.traceID.map { $0.utf8.count == 32 } ?? true, "a trace ID has an invalid length")
  _ = head.crossOriginReason
  _ = head.matches("\"0\"")
  _ = head.header("content-type").map(MultipartBody.isOne)
  checkPreferences(Preferences(head))
}

/// Fuzzes a form; the first line of the input is the media type, and the form follows.
///
/// The parsed form must survive a round trip.
func fuzzMultipart(_ bytes: [UInt8]) {
  let type = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  let body = Array(bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
  guard let boundary = try? MultipartBody.boundary(of: type),
    let form = try? MultipartBody(body, contentType: type)
  else { return }
  check(MultipartBody.isOne(type), "a form has the wrong media type")
  var written: [UInt8] = []
  for part in form.parts {
    var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\(quoted(part.name))"
    if let name = part.fileName { head += "; filename=\(quoted(name))" }
    if let type = part.contentType { head += "\r\nContent-Type: \(type)" }
    written += Array((head + "\r\n\r\n").utf8) + part.bytes + Array("\r\n".utf8)
  }
  written += Array("--\(boundary)--\r\n".utf8)
  check(
    (try? MultipartBody(written, contentType: type)) == form,
    "a form changed after decoding and encoding")
}

/// Fuzzes `Prefer` headers, one per line.
func fuzzPreferences(_ bytes: [UInt8]) {
  let lines = String(decoding: bytes, as: UTF8.self).split(
    separator: "\n", omittingEmptySubsequences: false)
  checkPreferences(preferences(lines.map(String.init)))
}

/// Checks that the parsed preferences survive a round trip.
private func checkPreferences(_ read: Preferences) {
  let written = read.names.sorted().map { name in
    let preference = read[name]
    let value = preference?.value.map { "=" + quoted($0) } ?? ""
    return (preference?.parameters ?? [:]).sorted { $0.key < $1.key }
      .reduce(name + value) { $0 + "; \($1.key)=\(quoted($1.value))" }
  }
  for again in [preferences([written.joined(separator: ", ")]), preferences(written)] {
    check(
      again.broken.isEmpty && again.names == read.names
        && read.names.allSatisfy { again[$0] == read[$0] },
      "preferences changed after decoding and encoding")
  }
}

private func preferences(_ values: [String]) -> Preferences {
  Preferences(
    HTTPHead(method: "GET", target: "/", headers: values.map { HTTPHeader("Prefer", $0) }))
}

private func quoted(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" { quoted += "\\" }
    quoted.unicodeScalars.append(scalar)
  }
  return quoted + "\""
}

/// Fuzzes a client's render request: JSON, or a form if it starts with `--form`.
///
/// The request is processed until the order for a worker is created, but the order is not rendered.
func fuzzOverHTTP(_ bytes: [UInt8]) {
  let isForm = bytes.starts(with: Array("--form".utf8))
  let request = HTTPRequest(
    HTTPHead(
      method: "POST", target: Route.render.rawValue,
      headers: [
        HTTPHeader(
          "Content-Type", isForm ? "multipart/form-data; boundary=form" : "application/json")
      ]),
    body: bytes)
  let root: JSONNode
  do throws(RenderError) {
    root = try RequestBody(
      request, uploads: HTTPFormats.uploads, planner: HTTPFormats.planner, client: ""
    ).root
  } catch {
    return checkProblem([error])
  }
  switch HTTPFormats.planner.plan(root, for: "") {
  case .failure(let mistakes): checkProblem(mistakes.all)
  case .success(let planned): for one in planned { checkOrder(one) }
  }
}

/// Checks that every error is reported in a valid problem document.
private func checkProblem(_ errors: [RenderError]) {
  guard !errors.isEmpty, case .bytes(let bytes) = Problem(errors).answer.body,
    let document = try? JSONNode(parsing: bytes), document["errors"]?.elements?.isEmpty == false
  else { fatalError("a request was rejected without a reason") }
}

/// Checks that a client's order survives a round trip and never refers to a file on the server.
private func checkOrder(_ planned: PlannedPicture) {
  guard let node = try? JSONNode(parsing: planned.order.request),
    let order = try? OrderedRequest(node)
  else { fatalError("an order cannot be read") }
  check(
    order.request.files == FileScope(folder: "/dev/null", isConfined: true)
      && planned.order.inputs.folders == ["/dev/null"]
      && planned.order.inputs.files.allSatisfy { $0.hasPrefix("/usr/share/zoneinfo/") },
    "a client's order may read files")
  guard let written = try? JSONNode(parsing: RenderOrder(order).request),
    let again = try? OrderedRequest(written), again.request == order.request
  else { fatalError("an order changed after decoding and encoding") }
}

/// Traps if a condition is false.
func check(_ isSo: Bool, _ message: String) {
  guard isSo else { fatalError(message) }
}

/// Values that the fuzz targets for the service share.
enum HTTPFormats {
  static let uploads: Uploads = {
    do throws(RenderError) {
      let store = try ServiceStore.inMemory(mostBytes: 1 << 20)
      return Uploads(
        mostBytes: 1 << 20, records: store.uploadRecords(KeyRing(), memoryBytes: 1 << 20))
    } catch {
      fatalError("\(error)")
    }
  }()

  /// A planner with a fixed clock, so that a given request always has the same meaning.
  static let planner: RenderPlanner = {
    do throws(RenderError) {
      return try RenderPlanner(
        .checkout, .builtIn, FarmFormats.key, uploads,
        clock: .standing(at: Moment(seconds: 1_800_000_000)))
    } catch {
      fatalError("\(error)")
    }
  }()
}

/// Seeds for the service targets.
enum HTTPSeeds {
  static let heads = [
    "GET / HTTP/1.1\nHost: localhost:8080\nUser-Agent: a",
    "POST /v1/render HTTP/1.1\nHost: a\nContent-Length: 3\nContent-Type: application/json",
    "POST http://a/v1/render?b=c HTTP/1.1\nHost: a\nTransfer-Encoding: chunked",
    "POST /v1/render HTTP/1.0\nContent-Type: multipart/form-data; boundary=b\n"
      + "Prefer: return=representation; lifetime=60, respond-async",
    "GET /w/a-_b/c.png HTTP/1.1\nHost: [::1]:80\nIf-None-Match: W/\"0\", \"1\"\nOrigin: http://b",
    "PUT /p/abc/content HTTP/1.1\nHost: 127.0.0.1\n"
      + "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "DELETE /v1/people/abc HTTP/1.1\nHost: a\nAuthorization: Bearer abcdefghijklmnopqrstuvwx",
  ]

  static let forms = [
    "multipart/form-data; boundary=b\n--b\r\nContent-Disposition: form-data; name=\"request\"\r\n"
      + "\r\n{}\r\n--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a\\\"b.jpg\"\r\n"
      + "Content-Type: image/jpeg\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\r\n--a\r\n--b--\r\n",
    "multipart/form-data; charset=utf-8; boundary=\"a b\"\n--a b\r\n"
      + "content-disposition: form-data; name=á\r\n\r\n\r\n--a b--",
  ]

  static let preferences = [
    "return=representation; lifetime=60\nrespond-async, wait=10",
    "a; b=\"c, \\\"d\\\"\"; e,, f = \"\" ;; g=h\n\"", "a=(b), a=1, A=2; c; C=3",
  ]

  static let requests = [
    #"{"devices": "iphone15", "notes": ["Buy milk", {"text": "Call Ana", "done": true}]}"#,
    #"{"devices":["iphone8","ipad10"],"notes":["a"],"theme":"dawn","set":{"max-size":30}}"#,
    #"{"devices":"iphone15","template":"countdown","zone":"Europe/Berlin","format":"jpeg","#
      + #""quality":80,"content":{"dates":[{"title":"a","date":"2027-02-01"}]}}"#,
    #"{"devices":"iphone15","notes":["a"],"photo":"sha256-00","output":"a","theme":"../a"}"#,
    "--form\r\nContent-Disposition: form-data; name=\"request\"\r\n\r\n"
      + #"{"devices":"iphone15","notes":["a"]}"#
      + "\r\n--form\r\nContent-Disposition: form-data; name=\"photo\"\r\n\r\n"
      + "GIF89a\r\n--form--\r\n",
  ]
}
