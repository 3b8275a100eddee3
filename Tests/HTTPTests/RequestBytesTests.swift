import Glibc
import HTTP
import Synchronization
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Ambiguous requests, which two servers could parse differently, are rejected before they have any
/// effect.
@Suite struct RequestBytesTests {
  /// Records the path of each request, and answers with the request's body between angle brackets.
  private final class Echo: HTTPHandler {
    let paths = Mutex<[String]>([])
    let records = Mutex<[HTTPRecord]>([])

    func admit(_ head: HTTPHead, from peer: Peer) -> Admission { .admitted(mostBytes: 100, handle) }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
      paths.withLock { $0.append(request.head.path) }
      exchange.answer(HTTPAnswer(200, [], .bytes(Array("<".utf8) + request.body + Array(">".utf8))))
    }

    func refusal(_ reason: HTTPRefusal) -> HTTPAnswer {
      switch reason {
      case .ambiguous(let why): HTTPAnswer(400, type: "text/plain", why)
      case .headTooLarge: HTTPAnswer(431)
      case .unknownVersion: HTTPAnswer(505)
      case .tooLarge: HTTPAnswer(413)
      case .overloaded, .crowded: HTTPAnswer(503)
      }
    }

    func over(_ record: HTTPRecord) { records.withLock { $0.append(record) } }
  }

  /// Sends bytes, closes the sending side, and returns all responses.
  private static func answers(to bytes: [UInt8]) throws -> (text: String, paths: [String]) {
    let (echo, folder) = (Echo(), try TemporaryFolder())
    let server = try HTTPServer(
      ListeningSocket(.file(folder.file("s")), origin: .option("listen")), handler: echo)
    let client = try RawClient.connect(folder)
    _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    shutdown(client, Int32(SHUT_WR))
    let text = RawClient.receive(client)
    close(client)
    #expect(eventually { server.connections == 0 && server.openRequests == 0 })
    server.stop(HTTPAnswer(503))
    return (text, echo.paths.withLock { $0 })
  }

  /// Everything after an ambiguous head may belong to it, so there is exactly one response and no
  /// handler runs.
  @Test(
    arguments: [
      ("a folded length", "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n 28\r\n\r\n", 400),
      ("a folded header", "GET /a HTTP/1.1\r\nHost: a\r\nX: a\r\n\tb\r\n\r\n", 400),
      ("a fold before all", "GET /a HTTP/1.1\r\n Host: a\r\n\r\n", 400),
      (
        "a bare CR in a value", "GET /a HTTP/1.1\r\nHost: a\r\nX: a\rContent-Length: 9\r\n\r\n", 400
      ),
      ("a bare CR in a line", "GET /a HTTP/1.1\rHost: a\r\n\r\n", 400),
      ("a bare LF", "GET /a HTTP/1.1\nHost: a\n\n", 400),
      ("a bare LF at the end", "GET /a HTTP/1.1\r\nHost: a\r\n\n", 400),
      ("a NUL in a value", "GET /a HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n", 400),
      ("a NUL in a target", "GET /a\0.png HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      (
        "a NUL behind a coding",
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\0\r\n\r\n", 400
      ),
      ("a control character", "GET /a HTTP/1.1\r\nHost: a\r\nX: \u{1B}[1m\r\n\r\n", 400),
      ("a DEL", "GET /a\u{7F} HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("a blank in a target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("two blanks", "GET  /a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("a tab for a blank", "GET\t/a\tHTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("a blank behind the version", "GET /a HTTP/1.1 \r\nHost: a\r\n\r\n", 400),
      (
        "a blank before a colon", "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\nhello",
        400
      ),
      ("no colon", "GET /a HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", 400),
      ("no name", "GET /a HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", 400),
      ("no version", "GET /a\r\n\r\n", 400),
      ("small letters", "GET /a http/1.1\r\nHost: a\r\n\r\n", 400),
      ("a version without a point", "GET /a HTTP/11\r\nHost: a\r\n\r\n", 400),
      ("a later version", "GET /a HTTP/2.0\r\nHost: a\r\n\r\n", 505),
      ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
      ("TLS", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}\u{3}", 400),
      ("no host", "GET /a HTTP/1.1\r\n\r\n", 400),
      ("two hosts", "GET /a HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
      ("another host", "GET http://b/a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      (
        "two lengths",
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 28\r\n\r\n", 400
      ),
      ("a list of lengths", "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 28, 28\r\n\r\n", 400),
      ("a length with a sign", "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: +28\r\n\r\n", 400),
      ("a length in hex", "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1C\r\n\r\n", 400),
      (
        "a length and chunks",
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400
      ),
      (
        "two codings",
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400
      ),
      (
        "another coding",
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400
      ),
      (
        "chunks in HTTP/1.0", "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400
      ),
      ("a long target", "GET /" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\n", 431),
      ("a long header", "GET /a HTTP/1.1\r\nX: " + String(repeating: "a", count: 40_000), 431),
      (
        "many headers",
        "GET /a HTTP/1.1\r\nHost: a\r\n" + String(repeating: "a:\r\n", count: 300) + "\r\n", 431
      ),
    ] as [(String, String, Int)])
  func aHeadIsReadInOneWayOrRefused(_ title: String, _ head: String, _ status: Int) throws {
    let (text, paths) = try Self.answers(
      to: Array((head + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n").utf8))
    #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
    #expect(text.matches(of: /HTTP\/1.1 [0-9]/).count == 1, "\(text)")
    #expect(text.contains("Connection: close\r\n"))
    #expect(paths == [])
  }

  @Test(
    arguments: [
      ("a length", "Content-Length: 3\r\n\r\nabc", "<abc>"),
      ("no body", "\r\n", "<>"), ("an empty one", "Content-Length: 0\r\n\r\n", "<>"),
      ("chunks", "Transfer-Encoding: Chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n", "<abc>"),
      (
        "capital digits", "Transfer-Encoding: chunked\r\n\r\n0A\r\n0123456789\r\n000\r\n\r\n",
        "<0123456789>"
      ),
      (
        "an extension",
        "Transfer-Encoding: chunked\r\n\r\n2;a=\"b;c\"\r\nab\r\n1 ; x\r\nc\r\n0;y\r\n\r\n", "<abc>"
      ),
      (
        "a trailer",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\nContent-Length: 3\r\n\r\n",
        "<abc>"
      ),
    ])
  func aBodyIsReadToItsEndAndNotFurther(_ title: String, _ rest: String, _ body: String) throws {
    let first = "POST /a HTTP/1.1\r\nHost: a\r\n" + rest
    let (text, paths) = try Self.answers(
      to: Array((first + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n").utf8))
    #expect(text.contains("\r\n\r\n\(body)HTTP/1.1 200 OK\r\n"), "\(text)")
    #expect(paths == ["/a", "/b"])
  }

  @Test(
    arguments: [
      ("no number", "x\r\nab\r\n0\r\n\r\n", 400), ("no digits", "\r\nab\r\n0\r\n\r\n", 400),
      ("a sign", "-5\r\nhello\r\n0\r\n\r\n", 400), ("0x", "0x5\r\nhello\r\n0\r\n\r\n", 400),
      ("a blank behind a size", "5 \r\nhello\r\n0\r\n\r\n", 400),
      ("a large size", "ffffffffffffffff\r\nhello\r\n0\r\n\r\n", 400),
      (
        "more than may be", "fffffff\r\nhello\r\n0\r\n\r\n" + String(repeating: "x", count: 200),
        413
      ),
      ("a bare LF", "5\nhello\n0\n\n", 400),
      ("a bare LF behind data", "5\r\nhello\n0\r\n\r\n", 400),
      ("a longer chunk", "2\r\nhello\r\n0\r\n\r\n", 400),
      ("a NUL in an extension", "5;a\0b\r\nhello\r\n0\r\n\r\n", 400),
      ("a bare CR in an extension", "5;x=\"\r\n\"\r\nhello\r\n0\r\n\r\n", 400),
      (
        "a long extension", "5;" + String(repeating: "x", count: 40_000) + "\r\nhello\r\n0\r\n\r\n",
        400
      ),
      ("a folded trailer", "0\r\nX: a\r\n b\r\n\r\n", 400),
      ("a trailer without a name", "0\r\nX\r\n\r\n", 400),
      ("a NUL in a trailer", "0\r\nX: a\0\r\n\r\n", 400),
      ("a long trailer", "0\r\nX: " + String(repeating: "x", count: 40_000) + "\r\n\r\n", 400),
    ])
  func brokenChunksAreRefused(_ title: String, _ chunks: String, _ status: Int) throws {
    let (text, paths) = try Self.answers(
      to: Array(("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks).utf8)
    )
    #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
    #expect(text.matches(of: /HTTP\/1.1 [0-9]/).count == 1, "\(text)")
    #expect(paths == [])
  }

  /// Splitting the same bytes differently results in the same requests.
  @Test func wherePiecesAreCutMakesNoDifference() throws {
    let (echo, folder) = (Echo(), try TemporaryFolder())
    let server = try HTTPServer(
      ListeningSocket(.file(folder.file("s")), origin: .option("listen")), handler: echo)
    let request =
      "\r\nPOST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\nab\r\n1\r\nc\r\n0\r\nX: y\r\n\r\n"
      + "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\nde"
    let bytes = Array(request.utf8)
    for cut in stride(from: 1, to: bytes.count, by: 3) {
      let client = try RawClient.connect(folder)
      for piece in [bytes[..<cut], bytes[cut...]] {
        _ = Array(piece).withUnsafeBytes {
          Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        usleep(500)
      }
      let text = RawClient.receive(client)
      close(client)
      #expect(text.contains("<abc>") && text.hasSuffix("<de>"), "\(cut): \(text)")
    }
    server.stop(HTTPAnswer(503))
  }

  /// The connection stays open or is closed as the HTTP version and the Connection header require.
  @Test(arguments: [
    ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
    ("HTTP/1.1", "Connection: X, Close\r\n", false), ("HTTP/1.0", "", false),
    ("HTTP/1.0", "Connection: Keep-Alive\r\n", true), ("HTTP/1.7", "", true),
  ])
  func aConnectionIsKept(_ version: String, _ header: String, _ isKept: Bool) throws {
    let request = "GET /a \(version)\r\nHost: a\r\n\(header)\r\n"
    let (text, paths) = try Self.answers(to: Array((request + request).utf8))
    #expect(paths.count == (isKept ? 2 : 1))
    #expect(text.contains("Connection: close\r\n") == !isKept)
  }

  /// A target is accepted even if it has more arguments than libraries usually allow.
  @Test(arguments: [475, 476, 2000]) func argumentsAreNotCounted(_ count: Int) throws {
    let target = "/a?" + (0..<count).map { "a\($0)" }.joined(separator: "&")
    let (text, paths) = try Self.answers(
      to: Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    #expect(text.hasPrefix("HTTP/1.1 200 ") && paths == ["/a"])
  }

  /// A response that cannot have a body has no Content-Length (RFC 9110, 8.6).
  @Test(arguments: [(200, true), (204, false), (304, false), (404, true)])
  func onlyABodyHasALength(_ status: Int, _ hasLength: Bool) {
    let head = String(
      decoding: HTTPAnswer(status, [HTTPHeader("X", "a\r\nb: c")]).head(
        isInChunks: false, keepsOpen: true, isOld: false, date: []), as: UTF8.self)
    #expect(head.contains("Content-Length: 0\r\n") == hasLength)
    // A header value cannot inject another header.
    #expect(head.contains("X: a  b: c\r\n"))
  }

  @Test func aClientThatWaitsForLeaveGetsIt() throws {
    let (echo, folder) = (Echo(), try TemporaryFolder())
    let server = try HTTPServer(
      ListeningSocket(.file(folder.file("s")), origin: .option("listen")), handler: echo)
    for (length, expected) in [(3, "100 Continue"), (101, "413 Content Too Large")] {
      let client = try RawClient.connect(folder)
      RawClient.send(
        "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: \(length)\r\n\r\n",
        client)
      #expect(RawClient.receive(client, until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(expected)\r\n"))
      if length == 3 {
        RawClient.send("abc", client)
        #expect(RawClient.receive(client, until: "<abc>").hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
      close(client)
    }
    server.stop(HTTPAnswer(503))
  }
}
