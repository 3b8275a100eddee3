import Glibc
import HTTP
import Synchronization
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Streaming responses, and responses to HEAD requests with an unknown body length.
@Suite struct HTTPStreamTests {
  /// Answers `/stream` with a stream that it keeps, and `/head` with only the head of a response of
  /// unknown length.
  private final class Streaming: HTTPHandler {
    let streams = Mutex<[HTTPStream]>([])
    let records = Mutex<[HTTPRecord]>([])

    func admit(_ head: HTTPHead, from peer: Peer) -> Admission { .admitted(mostBytes: 100, handle) }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
      switch request.head.path {
      case "/head": exchange.answer(HTTPAnswer(200, [HTTPHeader("ETag", "\"x\"")], .unsent))
      case "/stream":
        let stream = HTTPStream()
        exchange.answer(HTTPAnswer(200, [], .stream(stream)))
        streams.withLock { $0.append(stream) }
      default: exchange.answer(HTTPAnswer(200, [], .bytes(Array("whole".utf8))))
      }
    }

    func refusal(_ reason: HTTPRefusal) -> HTTPAnswer { HTTPAnswer(400) }
    func over(_ record: HTTPRecord) { records.withLock { $0.append(record) } }

    /// The stream of the latest response.
    func stream() throws -> HTTPStream {
      #expect(eventually { streams.withLock { !$0.isEmpty } })
      let last = streams.withLock { $0.last }
      return try #require(last)
    }
  }

  private static func server(
    _ handler: Streaming, in folder: TemporaryFolder
  ) throws -> HTTPServer {
    try HTTPServer(
      ListeningSocket(.file(folder.file("s")), origin: .option("listen")), limits: HTTPLimits(),
      handler: handler)
  }

  /// No bytes follow the head, because they would be mistaken for the start of the next response.
  @Test(arguments: ["HTTP/1.1", "HTTP/1.0"])
  func nothingFollowsAHeadOfUnknownLength(_ version: String) throws {
    let (handler, folder) = (Streaming(), try TemporaryFolder())
    let server = try Self.server(handler, in: folder)
    let client = try RawClient.connect(folder)
    defer { close(client) }
    RawClient.send("HEAD /head \(version)\r\nHost: a\r\n\r\n", client)
    let answer = RawClient.receive(client)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") || answer.hasPrefix("HTTP/1.0 200 OK\r\n"))
    #expect(answer.contains("ETag: \"x\"\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"), "\(answer)")
    server.stop(HTTPAnswer(503))
  }

  @Test func whatIsWrittenComesAtOnceAndWhole() throws {
    let (handler, folder) = (Streaming(), try TemporaryFolder())
    let server = try Self.server(handler, in: folder)
    let client = try RawClient.connect(folder)
    defer { close(client) }
    RawClient.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n", client)
    let stream = try handler.stream()
    for number in 0..<5 {
      stream.write(Array("line \(number)\n".utf8))
      // Write the next line only after this line has arrived.
      #expect(RawClient.receive(client, until: "line \(number)\n").contains("line \(number)\n"))
    }
    let long = String(repeating: "x", count: 1 << 20)
    stream.write(Array("<\(long)>".utf8))
    #expect(RawClient.receive(client, until: ">").filter { $0 == "x" }.count == 1 << 20)
    stream.end()
    // The connection continues with the next request.
    _ = RawClient.receive(client, until: "0\r\n\r\n")
    RawClient.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n", client)
    #expect(RawClient.receive(client, until: "whole").contains("HTTP/1.1 200 OK"))
    server.stop(HTTPAnswer(503))
    let sent = handler.records.withLock { $0.first?.bytes }
    #expect(sent == 5 * 7 + (1 << 20) + 2)
  }

  /// HTTP/1.0 has no chunked encoding: the response ends with the connection.
  @Test func anOldClientGetsItWithoutPieces() throws {
    let (handler, folder) = (Streaming(), try TemporaryFolder())
    let server = try Self.server(handler, in: folder)
    let client = try RawClient.connect(folder)
    defer { close(client) }
    RawClient.send("GET /stream HTTP/1.0\r\n\r\n", client)
    let stream = try handler.stream()
    stream.write(Array("one\n".utf8))
    stream.write(Array("two\n".utf8))
    stream.end()
    #expect(RawClient.receive(client).hasSuffix("\r\n\r\none\ntwo\n"))
    server.stop(HTTPAnswer(503))
  }

  /// The writer is notified that the client has disconnected, and the response is recorded as
  /// incomplete.
  @Test func aStreamWithoutAClientIsCut() throws {
    let (handler, folder) = (Streaming(), try TemporaryFolder())
    let server = try Self.server(handler, in: folder)
    let client = try RawClient.connect(folder)
    RawClient.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n", client)
    let stream = try handler.stream()
    close(client)
    #expect(
      eventually {
        stream.write(Array("line\n".utf8))
        server.lookAfter()
        return stream.isCut
      })
    #expect(eventually { handler.records.withLock { $0.count } == 1 })
    #expect(handler.records.withLock { $0.first?.isWhole } == false)
    server.stop(HTTPAnswer(503))
  }

  /// An incomplete stream is not mistaken for a complete stream.
  @Test func theEndOfTheServerCutsIt() throws {
    let (handler, folder) = (Streaming(), try TemporaryFolder())
    let server = try Self.server(handler, in: folder)
    let client = try RawClient.connect(folder)
    defer { close(client) }
    RawClient.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n", client)
    try handler.stream().write(Array("one\n".utf8))
    _ = RawClient.receive(client, until: "one\n")
    server.quiesce()
    server.stop(HTTPAnswer(503))
    #expect(!RawClient.receive(client).contains("0\r\n\r\n"))
  }
}
