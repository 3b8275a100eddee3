import Glibc
import HTTP
import Synchronization
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The server's behavior with hostile and slow clients.
@Suite struct HTTPServerTests {
  /// Answers immediately, or keeps the exchange to answer it later.
  private final class Echo: HTTPHandler {
    let kept = Mutex<[HTTPExchange]>([])
    let records = Mutex<[HTTPRecord]>([])

    func admit(_ head: HTTPHead, from peer: Peer) -> Admission {
      head.path == "/no" ? .refused(HTTPAnswer(403)) : .admitted(mostBytes: 100, handle)
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
      if request.head.path == "/later" { return kept.withLock { $0.append(exchange) } }
      exchange.answer(HTTPAnswer(200, [HTTPHeader("X-Test", "a")], .bytes(request.body)))
      exchange.answer(HTTPAnswer(500))
    }

    func refusal(_ reason: HTTPRefusal) -> HTTPAnswer {
      switch reason {
      case .overloaded, .crowded: HTTPAnswer(503)
      case .headTooLarge: HTTPAnswer(431)
      case .unknownVersion: HTTPAnswer(505)
      case .ambiguous, .tooLarge: HTTPAnswer(400)
      }
    }
    func over(_ record: HTTPRecord) { records.withLock { $0.append(record) } }
  }

  private static func server(
    _ echo: Echo, in folder: TemporaryFolder, _ limits: HTTPLimits = HTTPLimits()
  ) throws -> HTTPServer {
    try HTTPServer(
      ListeningSocket(.file(folder.file("s")), origin: .option("listen")), limits: limits,
      handler: echo)
  }

  @Test func aConnectionIsUsedAgain() throws {
    let (echo, folder) = (Echo(), try TemporaryFolder())
    let server = try Self.server(echo, in: folder)
    let client = try RawClient.connect(folder)
    defer { close(client) }
    for body in ["", "abc", String(repeating: "x", count: 100)] {
      RawClient.send(
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)", client)
      let answer = RawClient.receive(client, until: "\r\n\r\n\(body)")
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.contains("X-Test: a\r\n"))
    }
    // If a request is rejected because of its head, the connection also stays open.
    RawClient.send("GET /no HTTP/1.1\r\nHost: a\r\n\r\n", client)
    #expect(RawClient.receive(client, until: "\r\n\r\n").hasPrefix("HTTP/1.1 403"))
    // Pipelined requests are answered in order.
    RawClient.send(
      (0..<20).map { "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n<\(100 + $0)>" }
        .joined(), client)
    let answers = RawClient.receive(client, until: "<119>")
    #expect(answers.matches(of: /<(\d+)>/).compactMap { Int($0.1) } == Array(100..<120))
    server.stop(HTTPAnswer(503))
    #expect(echo.records.withLock { $0.count } == 24)
  }

  @Test(arguments: [
    ("no host", "GET /a HTTP/1.1\r\n\r\n", "400"),
    ("two hosts", "GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"),
    (
      "two lengths",
      "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400"
    ),
    (
      "length and pieces",
      "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "400"
    ),
    ("too long", "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n", "400"),
    (
      "too long in pieces",
      "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n"
        + String(repeating: "x", count: 101) + "\r\n0\r\n\r\n", "400"
    ),
    (
      "a megabyte of headers",
      "GET /a HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 40_000) + "\r\n\r\n",
      "431"
    ),
  ])
  func harmIsRefused(_ title: String, _ request: String, _ status: String) throws {
    let (echo, folder) = (Echo(), try TemporaryFolder())
    let server = try Self.server(echo, in: folder)
    let client = try RawClient.connect(folder)
    defer { close(client) }
    RawClient.send(request, client)
    #expect(RawClient.receive(client, until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status) "))
    server.stop(HTTPAnswer(503))
    #expect(server.openRequests == 0)
  }

  /// A request truncated at any position leaves no state behind.
  @Test func aRequestThatIsCutLeavesNothing() throws {
    let (echo, folder) = (Echo(), try TemporaryFolder())
    let server = try Self.server(echo, in: folder)
    let request = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789"
    for length in 0...request.utf8.count {
      let client = try RawClient.connect(folder)
      RawClient.send(String(request.prefix(length)), client)
      close(client)
    }
    // A later request is still answered.
    let last = try RawClient.connect(folder)
    RawClient.send(request, last)
    #expect(RawClient.receive(last, until: "0123456789").hasPrefix("HTTP/1.1 200"))
    close(last)
    #expect(eventually { server.connections == 0 && server.openRequests == 0 })
    server.stop(HTTPAnswer(503))
  }

  /// Bytes after an ambiguous request may belong to it, so the connection is closed.
  @Test func anAmbiguousRequestEndsItsConnection() throws {
    let (echo, folder) = (Echo(), try TemporaryFolder())
    let server = try Self.server(echo, in: folder)
    let client = try RawClient.connect(folder)
    defer { close(client) }
    RawClient.send(
      "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 32\r\n\r\n"
        + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n", client)
    let answers = RawClient.receive(client)
    #expect(answers.split(separator: "HTTP/1.1 ").count == 1, "\(answers)")
    server.stop(HTTPAnswer(503))
  }

  /// The server drains a limited amount of a rejected body.
  @Test func anEndlessBodyIsCut() throws {
    let (echo, folder) = (Echo(), try TemporaryFolder())
    let server = try Self.server(echo, in: folder)
    let client = try RawClient.connect(folder)
    defer { close(client) }
    RawClient.send("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", client)
    let chunk = "10000\r\n" + String(repeating: "x", count: 65536) + "\r\n"
    var count = 0
    while count < 1000, RawClient.sendAll(chunk, client) { count += 1 }
    #expect(count < 100)
    #expect(eventually { server.openRequests == 0 })
    server.stop(HTTPAnswer(503))
  }

  /// The bodies of all clients share a limit, and released memory can be used again.
  @Test func bodiesTogetherHaveALimit() throws {
    var limits = HTTPLimits()
    limits.bodyBytes = 150
    let (echo, folder) = (Echo(), try TemporaryFolder())
    let server = try Self.server(echo, in: folder, limits)
    let half = "POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"
    let body = String(repeating: "x", count: 100)
    for _ in 0..<3 {
      let (first, second) = (try RawClient.connect(folder), try RawClient.connect(folder))
      RawClient.send(half + body, first)
      #expect(eventually { echo.kept.withLock { $0.count } == 1 })
      RawClient.send(half + body, second)
      #expect(RawClient.receive(second, until: "\r\n\r\n").hasPrefix("HTTP/1.1 503"))
      echo.kept.withLock { kept in
        kept.removeFirst().answer(HTTPAnswer(204))
      }
      #expect(RawClient.receive(first, until: "\r\n\r\n").hasPrefix("HTTP/1.1 204"))
      close(first)
      close(second)
      #expect(eventually { server.openRequests == 0 })
    }
    server.stop(HTTPAnswer(503))
  }

  /// On shutdown, pending requests are answered and the socket is removed.
  @Test func theEndIsToldToThoseWhoWait() throws {
    let (echo, folder) = (Echo(), try TemporaryFolder())
    let server = try Self.server(echo, in: folder)
    let clients = try (0..<20).map { _ in try RawClient.connect(folder) }
    for client in clients { RawClient.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n", client) }
    #expect(eventually { echo.kept.withLock { $0.count } == 20 })
    server.quiesce()
    #expect(folder.names == [])
    server.stop(HTTPAnswer(503))
    for client in clients {
      #expect(RawClient.receive(client).hasPrefix("HTTP/1.1 503"))
      close(client)
    }
    // Late answers are discarded.
    echo.kept.withLock { for exchange in $0 { exchange.answer(HTTPAnswer(200)) } }
  }

  /// Each phase in which the server waits for the client has a time limit.
  ///
  /// The bytes of a body or a response extend the limit while they are transferred, but receiving a
  /// body also has a total limit.
  @Test func slowClientsAreCut() {
    var limits = HTTPLimits()
    limits.slowestBytes = 10
    func isCut(
      _ phase: ConnectionPhase, bytes: Int = 0, after seconds: Int, isCrowded: Bool = false
    ) -> Bool {
      limits.isTooSlow(phase, for: .seconds(seconds), bytes: bytes, isCrowded: isCrowded)
    }
    #expect(!isCut(.idle, after: 30) && isCut(.idle, after: 31))
    #expect(!isCut(.idle, after: 3, isCrowded: true) && isCut(.idle, after: 4, isCrowded: true))
    #expect(!isCut(.head, after: 10) && isCut(.head, after: 11))
    #expect(!isCut(.body, after: 10) && isCut(.body, after: 11))
    #expect(!isCut(.body, bytes: 200, after: 30) && isCut(.body, bytes: 200, after: 31))
    #expect(!isCut(.body, bytes: 1 << 20, after: 600) && isCut(.body, bytes: 1 << 20, after: 601))
    #expect(!isCut(.waiting, after: 1000) && !isCut(.admitting, after: 1000))
    #expect(!isCut(.answering, after: 120) && isCut(.answering, after: 121))
    #expect(isCut(.answering, after: 21, isCrowded: true))
    // At 64 KiB per second, 128 MiB take 2,048 s, in addition to the 120 s above.
    #expect(!isCut(.answering, bytes: 128 << 20, after: 2168))
    #expect(isCut(.answering, bytes: 128 << 20, after: 2169))
    #expect(!isCut(.lingering, after: 5) && isCut(.lingering, after: 6))
  }

  /// A stale socket of a killed server is replaced, but the socket of a running server is not.
  @Test func aSocketThatIsLeftIsTakenOver() throws {
    let folder = try TemporaryFolder()
    let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: folder.file("s").utf8) }
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    close(left)
    #expect(folder.names == ["s"])
    let socket = try ListeningSocket(.file(folder.file("s")), origin: .option("listen"))
    let error = #expect(throws: RenderError.self) {
      try ListeningSocket(.file(folder.file("s")), origin: .option("listen"))
    }
    #expect(error?.code == .cannotListen)
    socket.close()
    try folder.write("a file", to: "s")
    #expect(throws: RenderError.self) {
      try ListeningSocket(.file(folder.file("s")), origin: .option("listen"))
    }
    #expect(try folder.text("s") == "a file")
  }
}
