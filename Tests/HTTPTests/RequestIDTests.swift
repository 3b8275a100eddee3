import Diagnostics
import Glibc
import HTTP
import Synchronization
import Testing
import WallfarmTesting

/// Tests the identifiers, errors and spans of requests.
@Suite struct RequestIDTests {
  private static let code = ErrorCode(rawValue: "test-error")

  /// Answers with an error whose body is the identifier, and records spans.
  private final class Errors: HTTPHandler {
    let records = Mutex<[HTTPRecord]>([])

    static func error(_ status: Int) -> HTTPAnswer {
      var answer = HTTPAnswer(status, [], .bytes(Array("plain".utf8)))
      answer.error = code.map { code in
        HTTPAnswer.ReportedError(code) { Array("<\($0)>".utf8) }
      }
      return answer
    }

    func admit(_ head: HTTPHead, from peer: Peer) -> Admission {
      if head.path == "/no" { return .refused(Self.error(403)) }
      return .admitted(mostBytes: 10) { request, exchange in
        let open = exchange.begin("open")
        let first = exchange.begin("first")
        exchange.note(["waited": .number(1.5)], in: first)
        exchange.end(first, ["count": .count(2)], error: code)
        exchange.end(first, ["count": .count(3)])
        if request.head.path == "/many" {
          for _ in 0..<1000 { exchange.end(exchange.begin("more")) }
        }
        _ = open
        exchange.answer(request.head.path == "/ok" ? HTTPAnswer(200) : Self.error(422))
      }
    }
    func refusal(_ reason: HTTPRefusal) -> HTTPAnswer { Self.error(400) }
    func over(_ record: HTTPRecord) { records.withLock { $0.append(record) } }
  }

  private static func answer(
    _ request: String, _ folder: TemporaryFolder
  ) throws -> (id: String, body: Substring) {
    let client = try RawClient.connect(folder)
    defer { close(client) }
    RawClient.send(request, client)
    let text = RawClient.receive(client, until: "never")
    let lines = text.matches(of: #/\r\nX-Request-ID: ([^\r]*)\r\n/#)
    try #require(lines.count == 1, "\(text)")
    let body = try #require(text.firstRange(of: "\r\n\r\n"))
    return (String(lines[0].output.1), text[body.upperBound...])
  }

  /// A response repeats a valid identifier; otherwise, it has a new one.
  @Test(arguments: [
    ("a", true), ("00-0af7651916cd43dd8448eb211c80319c", true), (#"~!"<>\%#"#, true),
    (String(repeating: "x", count: 128), true), (String(repeating: "x", count: 129), false),
    ("", false), ("a b", false), ("é", false), ("a\r\nX-Request-ID: b", false),
  ])
  func theClientMayChooseTheIdentifier(_ chosen: String, _ isValid: Bool) throws {
    let (errors, folder) = (Errors(), try TemporaryFolder())
    let server = try HTTPServer(
      ListeningSocket(.file(folder.file("s")), origin: .option("listen")), handler: errors)
    let head = "Host: a\r\nConnection: close\r\nX-Request-ID: \(chosen)\r\n\r\n"
    var ids: [String] = []
    for line in ["GET /ok", "GET /error", "GET /no"] {
      let (id, body) = try Self.answer("\(line) HTTP/1.1\r\n\(head)", folder)
      ids.append(id)
      #expect(body == (line == "GET /ok" ? "" : "<\(id)>"))
    }
    if isValid {
      #expect(ids == [chosen, chosen, chosen])
    } else {
      #expect(Set(ids).count == 3)
      for id in ids {
        #expect(id.wholeMatch(of: #/[0-9a-v]{13}/#) != nil, "\(id)")
      }
    }
    eventually { errors.records.withLock { $0.count } == 3 }
    #expect(errors.records.withLock { $0.map(\.id.description) } == ids)
    server.stop(HTTPAnswer(503))
  }

  /// Rejected requests, whose head cannot be read, have identifiers too.
  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "nonsense\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n",
    "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nA: \(String(repeating: "x", count: 99_999))",
  ])
  func aRejectedRequestHasAnIdentifier(_ request: String) throws {
    let (errors, folder) = (Errors(), try TemporaryFolder())
    let server = try HTTPServer(
      ListeningSocket(.file(folder.file("s")), origin: .option("listen")), handler: errors)
    let (id, body) = try Self.answer(request, folder)
    #expect(id.wholeMatch(of: #/[0-9a-v]{13}/#) != nil && body == "<\(id)>")
    eventually { !errors.records.withLock { $0.isEmpty } }
    let record = try #require(errors.records.withLock { $0.first })
    #expect(record.id.description == id && record.error == Self.code)
    server.stop(HTTPAnswer(503))
  }

  /// The record has the first error and the parts of the work, with their times in order.
  @Test func theRecordDescribesTheWork() throws {
    let (errors, folder) = (Errors(), try TemporaryFolder())
    let server = try HTTPServer(
      ListeningSocket(.file(folder.file("s")), origin: .option("listen")), handler: errors)
    for path in ["/ok", "/error", "/many"] {
      _ = try Self.answer("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", folder)
    }
    eventually { errors.records.withLock { $0.count } == 3 }
    let records = errors.records.withLock { $0 }
    #expect(records.map(\.error) == [nil, Self.code, Self.code])
    for record in records {
      #expect(record.spans.prefix(2).map(\.name) == ["open", "first"])
      let (open, first) = (record.spans[0], record.spans[1])
      #expect(open.error == nil && first.error == Self.code)
      #expect(first.facts == ["waited": .number(1.5), "count": .count(2)])
      #expect(record.began <= open.began && open.began <= first.began)
      let end = record.began + record.duration
      #expect(open.began + open.duration <= end && first.duration <= open.duration)
    }
    #expect(records.map(\.spans.count) == [2, 2, 256])
    server.stop(HTTPAnswer(503))
  }
}
