import Glibc
import HTTP
import Synchronization
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// No client can exhaust memory or connections, whether it is idle, slow or unknown.
@Suite struct ConnectionLimitTests {
  /// Charges bodies to the client named in a header, and answers with files of any size.
  private final class Charging: HTTPHandler {
    let kept = Mutex<[HTTPExchange]>([])
    let deciding = Mutex<[@Sendable (Admission) -> Void]>([])
    let records = Mutex<[HTTPRecord]>([])
    let file: LongFile

    init(_ file: LongFile) { self.file = file }

    func admit(_ head: HTTPHead, from peer: Peer) -> Admission {
      guard head.path == "/asked" else {
        return .admitted(mostBytes: 1 << 20, for: head.header("x-client"), handle)
      }
      return .later { told in self.deciding.withLock { $0.append(told) } }
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
      switch request.head.path {
      case "/later": kept.withLock { $0.append(exchange) }
      // Use a new file object for each response, because a shared object is counted only once.
      case "/file": exchange.answer(HTTPAnswer(200, [], .file(LongFile(copying: file))))
      default: exchange.answer(HTTPAnswer(200, [], .bytes(Array("\(request.body.count)".utf8))))
      }
    }

    func refusal(_ reason: HTTPRefusal) -> HTTPAnswer {
      switch reason {
      case .overloaded, .crowded: HTTPAnswer(503)
      default: HTTPAnswer(400)
      }
    }

    func over(_ record: HTTPRecord) { records.withLock { $0.append(record) } }
  }

  /// A file of zeros that uses no memory.
  private final class LongFile: HTTPFile {
    let descriptor: Int32
    let count: Int

    init(_ path: String, _ count: Int) {
      (descriptor, self.count) = (open(path, O_RDWR | O_CREAT, 0o600), count)
      ftruncate(descriptor, count)
    }

    init(copying other: LongFile) { (descriptor, count) = (dup(other.descriptor), other.count) }

    deinit { close(descriptor) }
  }

  private static func begin(
    _ folder: TemporaryFolder, _ limits: HTTPLimits, fileBytes: Int = 4 << 20
  ) throws -> (Charging, HTTPServer) {
    let handler = Charging(LongFile(folder.file("zeros"), fileBytes))
    let socket = try ListeningSocket(.file(folder.file("s")), origin: .option("listen"))
    return (handler, try HTTPServer(socket, limits: limits, handler: handler))
  }

  /// A client can hold at most twice as many bytes as remain in the budget, so that there is always
  /// room for other clients.
  @Test func bytesAreShared() {
    let (one, two, three) = (Payer.client("1"), Payer.client("2"), Payer.address(.local))
    var bytes = FairBytes(300)
    let steps: [(count: Int, payer: Payer, isTaken: Bool)] = [
      (200, one, true), (1, one, false), (67, two, false), (66, two, true), (1, two, false),
      (22, three, true), (5, three, false),
    ]
    for (count, payer, isTaken) in steps {
      let wasTaken = bytes.take(count, for: payer)
      #expect(wasTaken == isTaken, "\(count) \(payer)")
    }
    #expect(bytes.isCrowded && bytes.left == 12)
    bytes.give(200, of: one)
    let wasTaken = bytes.take(75, for: two)
    #expect(wasTaken && bytes.left == 137)
    bytes.give(141, of: two)
    bytes.give(22, of: three)
    #expect(bytes.left == 300 && !bytes.isCrowded)
  }

  /// The bodies of one client leave room for the bodies of another client, over any number of
  /// connections.
  @Test func bodiesAreCharged() throws {
    let folder = try TemporaryFolder()
    var limits = HTTPLimits()
    limits.bodyBytes = 300
    let (handler, server) = try Self.begin(folder, limits)
    func send(_ client: String, _ count: Int) throws -> Int32 {
      let connection = try RawClient.connect(folder)
      RawClient.send(
        "POST /later HTTP/1.1\r\nHost: a\r\nX-Client: \(client)\r\nContent-Length: \(count)\r\n\r\n"
          + String(repeating: "x", count: count), connection)
      return connection
    }
    let first = [try send("one", 100), try send("one", 100)]
    #expect(eventually { handler.kept.withLock { $0.count } == 2 })
    let third = try send("one", 50)
    #expect(RawClient.receive(third, until: "\r\n\r\n").hasPrefix("HTTP/1.1 503"))
    let other = try send("two", 50)
    #expect(eventually { handler.kept.withLock { $0.count } == 3 })
    for exchange in handler.kept.withLock({ $0 }) { exchange.answer(HTTPAnswer(204)) }
    for connection in first + [third, other] { close(connection) }
    server.stop(HTTPAnswer(503))
  }

  /// When a body is rejected, its share is released even if the client keeps sending.
  @Test func aRefusedBodyGivesItsShareBackAtOnce() throws {
    let folder = try TemporaryFolder()
    var limits = HTTPLimits()
    limits.bodyBytes = 150
    let (_, server) = try Self.begin(folder, limits)
    let head = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: "
    let (first, second) = (try RawClient.connect(folder), try RawClient.connect(folder))
    RawClient.send(head + "200\r\n\r\n" + String(repeating: "x", count: 100), first)
    RawClient.send(String(repeating: "x", count: 90), first)
    #expect(RawClient.receive(first, until: "\r\n\r\n").hasPrefix("HTTP/1.1 503"))
    RawClient.send(head + "100\r\n\r\n" + String(repeating: "x", count: 100), second)
    #expect(RawClient.receive(second, until: "100").contains("HTTP/1.1 200"))
    close(first)
    close(second)
    server.stop(HTTPAnswer(503))
  }

  /// A body uses no memory before it is admitted.
  @Test(arguments: [true, false]) func aBodyWaitsForItsAdmission(_ isAdmitted: Bool) throws {
    let folder = try TemporaryFolder()
    let (handler, server) = try Self.begin(folder, HTTPLimits())
    let client = try RawClient.connect(folder)
    defer { close(client) }
    RawClient.send("PUT /asked HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", client)
    RawClient.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n", client)
    #expect(eventually { handler.deciding.withLock { $0.count } == 1 })
    handler.deciding.withLock { $0.first }?(
      isAdmitted
        ? .admitted(mostBytes: 3, for: "one", handler.handle) : .refused(HTTPAnswer(404)))
    if isAdmitted {
      #expect(RawClient.receive(client, until: "\r\n\r\n3HTTP/1.1").hasPrefix("HTTP/1.1 200"))
    } else {
      let answer = RawClient.receive(client)
      #expect(answer.hasPrefix("HTTP/1.1 404") && answer.contains("Connection: close"))
      #expect(answer.matches(of: /HTTP\/1.1/).count == 1)
    }
    server.stop(HTTPAnswer(503))
    #expect(server.openRequests == 0)
  }

  /// Responses that a client does not read count only toward that client's share, so other clients
  /// are still served.
  @Test func unreadAnswersAreCharged() throws {
    let folder = try TemporaryFolder()
    var limits = HTTPLimits()
    limits.answerBytes = 14 << 20
    let (handler, server) = try Self.begin(folder, limits)
    func ask(_ client: String) throws -> Int32 {
      let connection = try RawClient.connect(folder)
      RawClient.send("GET /file HTTP/1.1\r\nHost: a\r\nX-Client: \(client)\r\n\r\n", connection)
      return connection
    }
    var clients: [Int32] = []
    var statuses: [String] = []
    for client in ["one", "one", "one", "two"] {
      clients.append(try ask(client))
      let head = RawClient.receive(clients[clients.count - 1], until: "\r\n\r\n")
      statuses.append(String(head.dropFirst(9).prefix(3)))
    }
    #expect(statuses == ["200", "200", "503", "200"])
    // The three clients with a 200 response have not read all of it, so the server closes their
    // connections.
    server.lookAfter(now: SuspendingClock().now + .seconds(200))
    #expect(eventually { handler.records.withLock { $0.count { !$0.isWhole } } == 3 })
    for client in clients { close(client) }
    server.stop(HTTPAnswer(503))
  }

  /// A new connection closes idle connections of the same address; on a Unix socket, it closes idle
  /// connections of any client.
  @Test func silentConnectionsMakeRoom() throws {
    let folder = try TemporaryFolder()
    let handler = Charging(LongFile(folder.file("zeros"), 1))
    var limits = HTTPLimits()
    (limits.connections, limits.connectionsOfAddress) = (64, 16)
    let socket = try ListeningSocket(.port(host: "127.0.0.1", 0), origin: .option("listen"))
    let port = try #require(Int(socket.name.split(separator: ":").last ?? ""))
    let server = try HTTPServer(socket, limits: limits, handler: handler)
    // Some connections are idle, and others have sent a partial header.
    var silent: [Int32] = []
    for number in 0..<100 {
      silent.append(try RawClient.connect(port: port))
      if number % 2 == 0 { RawClient.send("GET / HT", silent[number]) }
    }
    let asking = try RawClient.connect(port: port)
    RawClient.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", asking)
    #expect(RawClient.receive(asking, until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
    #expect(server.connections <= 16)
    close(asking)
    #expect(eventually { server.connections < 16 })
    // Pending requests are never closed: if no connection is idle, no new connection is accepted.
    let waiting = try (1...16).map { number in
      let connection = try RawClient.connect(port: port)
      RawClient.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n", connection)
      #expect(eventually { handler.kept.withLock { $0.count } == number })
      return connection
    }
    let late = try RawClient.connect(port: port)
    #expect(RawClient.receive(late).hasPrefix("HTTP/1.1 503"))
    for exchange in handler.kept.withLock({ $0 }) { exchange.answer(HTTPAnswer(204)) }
    for connection in waiting {
      #expect(RawClient.receive(connection, until: "\r\n\r\n").hasPrefix("HTTP/1.1 204"))
    }
    for connection in silent + waiting + [late] { close(connection) }
    #expect(eventually { server.connections == 0 })
    server.stop(HTTPAnswer(503))
  }

  /// No request is leaked when its client disconnects, at any stage and with any number of query
  /// arguments.
  @Test func whoLeavesLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let (_, server) = try Self.begin(folder, HTTPLimits())
    let arguments = (0..<600).map { "a\($0)" }.joined(separator: "&")
    for path in ["/a?\(arguments)", "/later?\(arguments)", "/file?\(arguments)", "/asked"] {
      for _ in 0..<5 {
        let client = try RawClient.connect(folder)
        RawClient.send("PUT \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", client)
        close(client)
      }
    }
    #expect(eventually { server.openRequests == 0 && server.connections == 0 })
    server.stop(HTTPAnswer(503))
  }
}
