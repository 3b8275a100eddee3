import HTTP
import Testing
import WallfarmPluginKit

/// Requests as they come, and addresses as people write them.
@Suite struct HTTPHeadTests {
  @Test(
    arguments: [
      ("a sound one", ["Host: a"], nil), ("with a body", ["Host: a", "Content-Length: 3"], nil),
      ("in pieces", ["Host: a", "Transfer-Encoding: Chunked"], nil),
      ("without a host", [], "host"), ("with two hosts", ["Host: a", "host: a"], "host"),
      ("of two lengths", ["Host: a", "Content-Length: 3", "Content-Length: 3"], "two lengths"),
      ("of two kinds", ["Host: a", "Content-Length: 3", "Transfer-Encoding: chunked"], "both"),
      ("with a sign", ["Host: a", "Content-Length: +3"], "number"),
      ("without digits", ["Host: a", "Content-Length: "], "number"),
      ("too long", ["Host: a", "Content-Length: 99999999999999999999"], "number"),
      ("with a blank in a name", ["Host: a", "Content-Length : 3"], "name"),
      ("packed", ["Host: a", "Transfer-Encoding: gzip, chunked"], "coding"),
    ] as [(String, [String], String?)])
  func whatTwoServersCouldReadInTwoWaysIsRefused(
    _ title: String, _ headers: [String], _ reason: String?
  ) {
    let head = HTTPHead(
      method: "POST", target: "/a",
      headers: headers.map { line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return HTTPHeader(String(parts[0]), String(parts[1].drop { $0 == " " }))
      })
    #expect((head.ambiguity == nil) == (reason == nil))
    if let reason { #expect(head.ambiguity?.contains(reason) == true) }
  }

  @Test(
    arguments: [
      ("/a", "/a", nil), ("/a?", "/a", ""), ("/a?b=c?d", "/a", "b=c?d"), ("/a%3Fb", "/a%3Fb", nil),
      ("", "", nil), ("?", "", ""), ("http://h/a?b", "/a", "b"), ("HTTP://h", "/", nil),
      ("http://h?b", "", "b"),
    ] as [(String, String, String?)])
  func nothingOfATargetIsDecoded(_ target: String, _ path: String, _ query: String?) {
    let head = HTTPHead(method: "GET", target: target)
    #expect(head.path == path && head.query == query)
  }

  @Test(
    arguments: [
      ("127.0.0.1:8080", .port(host: "127.0.0.1", 8080), true),
      ("127.9.9.9:1", .port(host: "127.9.9.9", 1), true), ("[::1]:0", .port(host: "::1", 0), true),
      ("localhost:8080", .port(host: "localhost", 8080), true), (":80", .port(host: "", 80), false),
      ("0.0.0.0:80", .port(host: "0.0.0.0", 80), false),
      ("10.0.0.1:80", .port(host: "10.0.0.1", 80), false),
      ("127.0.0.1.example:80", .port(host: "127.0.0.1.example", 80), false),
      ("unix:/run/a", .file("/run/a"), true), ("systemd", .systemd, true),
    ] as [(String, ListeningAddress, Bool)])
  func anAddressIsRead(_ text: String, _ address: ListeningAddress, _ isLocal: Bool) throws {
    let read = try ListeningAddress(parsing: text, origin: .option("listen"))
    #expect(read == address && read.isLocal == isLocal)
  }

  @Test(arguments: ["", "8080", "a", "a:", "a:b", "a:65536", "a:-1", "::1:80", "[::1:80", "unix:"])
  func whatIsNoAddressIsSaid(_ text: String) {
    let error = #expect(throws: RenderError.self) {
      try ListeningAddress(parsing: text, origin: .option("listen"))
    }
    #expect(error?.code == .invalidParameter)
  }
}
