import Fetching
import Foundation
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests sending messages: their form, the responses, and the hosts that may receive them.
@Suite struct SendTests {
  private static func message(_ body: String) throws -> SentMessage {
    let type = try #require(SentMessage.Header("Content-Type", "application/json"))
    let id = try #require(SentMessage.Header("webhook-id", "msg_1"))
    return try #require(SentMessage([type, id], body: body))
  }

  private func error(_ fetcher: Fetcher, _ address: String) throws -> RenderError? {
    let message = try Self.message("{}")
    do throws(RenderError) {
      _ = try fetcher.send(message, to: address)
      return nil
    } catch {
      return error
    }
  }

  @Test func aMessageArrivesUnchanged() throws {
    let server = try PhotoServer()
    let fetcher = try server.fetcher(of: .webhook)
    let bodies = [
      #"{"text":"é \" 漢 \u0000"}"#, "", String(repeating: "x", count: SentMessage.mostBytes),
    ]
    for body in bodies {
      let reply = try fetcher.send(Self.message(body), to: server.address("/answer?200"))
      #expect(reply == SentReply(status: 200) && reply.isAccepted)
    }
    let requests = try server.requests()
    #expect(requests.map { $0["body"] } == bodies)
    for request in requests {
      #expect(request["content-type"] == "application/json")
      #expect(request["webhook-id"] == "msg_1" && request["accept"] == "*/*")
      #expect(request["expect"] == nil && request["content-length"] != nil)
      #expect(request["user-agent"] == "wallfarm")
    }
  }

  @Test(arguments: [201, 204, 301, 307, 400, 410, 429, 500, 503])
  func theStatusIsReported(_ status: Int) throws {
    let server = try PhotoServer()
    let reply = try server.fetcher(of: .webhook).send(
      Self.message("{}"), to: server.address("/answer?\(status)"))
    #expect(reply.status == status && reply.isAccepted == (status < 300))
    #expect(reply.secondsToWait(at: 0) == (status < 300 ? nil : 120))
  }

  /// The target of a redirect does not receive the message.
  @Test func aRedirectIsNotFollowed() throws {
    let server = try PhotoServer()
    let reply = try server.fetcher(of: .webhook).send(
      Self.message("{}"), to: server.address("/to?\(server.address("/answer?200"))"))
    #expect(reply.status == 302)
    #expect(try server.requests().map { $0["name"] } == ["/to"])
  }

  /// The body of a response is neither needed nor waited for.
  @Test(arguments: ["/large", "/endless", "/slow", "/cut", "/drip"])
  func theBodyOfAResponseDoesNotMatter(_ path: String) throws {
    let server = try PhotoServer()
    var fetcher = try server.fetcher(of: .webhook)
    if path == "/drip" { fetcher.patience = .seconds(30) }
    #expect(try fetcher.send(Self.message("{}"), to: server.address(path)).status == 200)
  }

  @Test func aResponseThatNeverStartsIsLate() throws {
    let server = try PhotoServer()
    var fetcher = try server.fetcher(of: .webhook)
    fetcher.patience = .seconds(1)
    let found = try #require(try error(fetcher, server.address("/silent")))
    #expect(found.code == .fetchLate && found.origin == .option("webhook"))
  }

  @Test func bytesThatAreNotHTTPAreAFailure() throws {
    let server = try PhotoServer()
    let found = try #require(try error(try server.fetcher(of: .webhook), server.address("/noise")))
    #expect(found.code == .fetchFailed && found.origin == .option("webhook"))
  }

  /// The rules for hosts are those of fetches.
  @Test func onlyAllowedHostsReceiveMessages() throws {
    let server = try PhotoServer()
    let fetcher = try server.fetcher(of: .webhook)
    let (path, port) = ("/answer?200", server.port)
    let refused = [
      "http://localhost:\(port)\(path)", "https://127.0.0.1:\(port)\(path)",
      "https://other.example\(path)", "https://localhost\(path)",
      "https://user@localhost:\(port)\(path)", "https://[::1]:\(port)\(path)",
    ]
    for address in refused {
      let found = try error(fetcher, address)
      #expect(found?.code == .hostRefused, "\(address)")
      #expect(found?.message.contains(path) == false)
    }
    for networks in [[], ["127.0.0.2/32"], ["10.0.0.0/8"]] {
      var other = fetcher
      other.networks = networks
      let found = try error(other, server.address(path))
      #expect(found?.code == .hostRefused, "\(networks)")
      #expect(found?.hint?.contains("--webhook-network") == true)
    }
    #expect(try server.requests().isEmpty)
    var other = fetcher
    other.authority = nil
    #expect(try error(other, server.address(path))?.code == .fetchFailed)
  }

  @Test(arguments: [
    ("", "x"), ("a b", "x"), ("a:", "x"), ("Host", "x"), ("content-length", "1"),
    ("Transfer-Encoding", "chunked"), ("x", "a\r\nb: c"), ("x", ""), ("x\n", "a"), ("é", "a"),
    ("expect", "100-continue"), ("x", String(repeating: "a", count: 513)),
  ])
  func invalidHeadersAreNotSent(_ name: String, _ value: String) {
    #expect(SentMessage.Header(name, value) == nil)
  }

  @Test func messagesAreBounded() throws {
    let header = try #require(SentMessage.Header("x", "y"))
    let most = SentMessage.mostHeaders
    #expect(SentMessage([], body: String(repeating: "x", count: SentMessage.mostBytes)) != nil)
    #expect(SentMessage([], body: String(repeating: "x", count: 1 + SentMessage.mostBytes)) == nil)
    #expect(SentMessage(Array(repeating: header, count: most), body: "") != nil)
    #expect(SentMessage(Array(repeating: header, count: most + 1), body: "") == nil)
    #expect(SentMessage([], body: "\0") == nil)
  }

  @Test func theOrderKeepsTheMessage() throws {
    var order = FetchOrder(
      try #require(WebAddress("https://a.example/b")), agent: "x", resource: .webhook)
    order.message = try Self.message(#"{"a":"é\n"}"#)
    let node = try JSONNode(parsing: order.json.text(pretty: false))
    #expect(FetchOrder.read(node)?.message == order.message)
    let outcome = FetchOutcome.answered(SentReply(status: 503, retryAfter: "7"))
    let read = try JSONNode(parsing: outcome.json.text(pretty: false))
    #expect(FetchOutcome.read(read) == outcome)
  }

  @Test(
    arguments: [
      ("0", 0), ("120", 120), ("Sun, 06 Nov 1994 08:49:37 GMT", 37),
      ("Sun, 06 Nov 1994 08:48:00 GMT", 0), ("soon", nil), ("-1", nil), ("1.5", nil),
      ("Sun, 06 Nov 1994 08:49:37 GMT x", nil), ("99999999999999999999", nil),
    ] as [(String, Int?)])
  func retryAfterIsSecondsOrADate(_ text: String, _ expected: Int?) {
    let reply = SentReply(status: 503, retryAfter: text)
    // 1994-11-06T08:49:00Z
    #expect(reply.secondsToWait(at: 784_111_740) == expected)
  }
}
