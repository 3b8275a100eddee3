import HTTP
import Testing
import WallfarmPluginKit

/// Parsing of request heads and addresses.
@Suite struct HTTPHeadTests {
  @Test(
    arguments: [
      ("a sound one", ["Host: a"], nil), ("with a body", ["Host: a", "Content-Length: 3"], nil),
      ("in pieces", ["Host: a", "Transfer-Encoding: Chunked"], nil),
      ("without a host", [], "no Host header"),
      ("with two hosts", ["Host: a", "host: a"], "two 'host' headers"),
      (
        "of two lengths", ["Host: a", "Content-Length: 3", "Content-Length: 3"],
        "two 'content-length' headers"
      ),
      ("of two kinds", ["Host: a", "Content-Length: 3", "Transfer-Encoding: chunked"], "both"),
      ("with a sign", ["Host: a", "Content-Length: +3"], "not a valid number"),
      ("without digits", ["Host: a", "Content-Length: "], "number"),
      ("too long", ["Host: a", "Content-Length: 99999999999999999999"], "number"),
      ("with a blank in a name", ["Host: a", "Content-Length : 3"], "name"),
      ("packed", ["Host: a", "Transfer-Encoding: gzip, chunked"], "coding"),
      ("of two origins", ["Host: a", "Origin: http://a", "Origin: http://b"], "'origin'"),
      ("of two types", ["Host: a", "Content-Type: a/b", "content-type: a/c"], "'content-type'"),
      (
        "of two keys", ["Host: a", "Authorization: Bearer a", "Authorization: Bearer b"],
        "'authorization'"
      ),
      (
        "of two codings", ["Host: a", "Transfer-Encoding: chunked", "Transfer-Encoding: x"],
        "'transfer-encoding'"
      ),
      ("of an empty host", ["Host: "], nil), ("of a port", ["Host: a:80"], nil),
      ("of version 6", ["Host: [::1]:80"], nil), ("of no port", ["Host: a:"], nil),
      ("of a host behind brackets", ["Host: [::1]evil"], "host"),
      ("of a host for a port", ["Host: localhost:evil.example"], "host"),
      ("of a user", ["Host: localhost@evil.example"], "host"),
      ("of half an address", ["Host: [::1"], "host"), ("of no address", ["Host: [x]"], "host"),
      ("of a large port", ["Host: a:65536"], "host"), ("of a blank", ["Host: a b"], "host"),
      ("of a path", ["Host: a/b"], "host"), ("of no name", ["Host: :80"], "host"),
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
      ("/a", "a", nil), ("http://a/b", "a", nil), ("HTTP://A/b", "a", nil),
      ("http://a:80/b", "a:80", nil),
      ("http://a?b", "a", nil), ("http://b/a", "a", "different hosts"),
      ("https://b", "a", "different hosts"),
      ("http://a:81/b", "a", "different hosts"), ("http://a@b/c", "b", "no host"),
      ("http:///c", "", "no host"), ("*", "a", "not a path"), ("a", "a", "not a path"),
      ("a:80", "a", "not a path"),
      ("ftp://a/b", "a", "not a path"),
    ] as [(String, String, String?)])
  func aTargetNamesTheHostOfItsHeader(_ target: String, _ host: String, _ reason: String?) {
    let head = HTTPHead(method: "GET", target: target, headers: [HTTPHeader("Host", host)])
    #expect((head.ambiguity == nil) == (reason == nil), "\(head.ambiguity ?? "")")
    if let reason { #expect(head.ambiguity?.contains(reason) == true) }
  }

  @Test func onlyTheServerItselfIsAStar() {
    let host = [HTTPHeader("Host", "a")]
    #expect(HTTPHead(method: "OPTIONS", target: "*", headers: host).ambiguity == nil)
    let coding = [HTTPHeader("Transfer-Encoding", "chunked")]
    #expect(HTTPHead(method: "POST", target: "/", headers: host + coding).ambiguity == nil)
    #expect(
      HTTPHead(method: "POST", target: "/", version: "HTTP/1.0", headers: host + coding).ambiguity
        != nil)
  }

  @Test(arguments: [
    ("localhost", true), ("LOCALHOST:1", true), ("127.0.0.1", true), ("127.9.9.9:8080", true),
    ("[::1]", true), ("[0:0:0:0:0:0:0:1]:80", true), ("[::2]", false), ("localhost.", false),
    ("127.0.0.1.evil.example", false), ("evil.example", false), ("[::ffff:127.0.0.1]", false),
    ("", false),
  ])
  func thisMachineIsTold(_ text: String, _ isLoopback: Bool) {
    #expect(Authority(text)?.isLoopback == isLoopback)
  }

  @Test func aHostWithANULIsInvalid() { #expect(Authority("[::1\0evil]") == nil) }

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
