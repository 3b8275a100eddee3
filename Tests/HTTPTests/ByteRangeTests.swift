import Glibc
import HTTP
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Range requests (RFC 9110, section 14).
@Suite struct ByteRangeTests {
  private static func head(_ method: String, _ headers: [(String, String)]) -> HTTPHead {
    HTTPHead(
      method: method, target: "/film", headers: headers.map { HTTPHeader($0.0, $0.1) })
  }

  @Test(
    arguments: [
      ("bytes=0-499", .part(0..<500)), ("bytes=500-", .part(500..<1000)),
      ("bytes=-300", .part(700..<1000)), ("bytes=-3000", .part(0..<1000)),
      ("bytes=999-999", .part(999..<1000)), ("bytes=990-5000", .part(990..<1000)),
      ("Bytes=0-0", .part(0..<1)), ("bytes= 1-2 ", .part(1..<3)),
      ("bytes=0-99999999999999999999999", .part(0..<1000)),
      ("bytes=0-9223372036854775807", .part(0..<1000)),
      ("bytes=1000-", .outside), ("bytes=1000-1000", .outside), ("bytes=-0", .outside),
      ("bytes=99999999999999999999999-", .outside),
      // For an invalid range or several ranges, the whole representation is sent.
      ("bytes=5-4", .all), ("bytes=-", .all), ("bytes=", .all), ("bytes", .all), ("", .all),
      ("bytes=a-b", .all), ("bytes=1", .all), ("bytes=+1-2", .all), ("bytes=1--2", .all),
      ("bytes=0-1,5-6", .all), ("bytes=0-1 5-6", .all), ("lines=0-1", .all), ("0-1", .all),
    ] as [(String, ByteRange)])
  func whatIsAskedForIsRead(_ text: String, _ range: ByteRange) {
    #expect(Self.head("GET", [("Range", text)]).range(of: 1000, tag: "\"a\"") == range)
  }

  @Test func onlyAGetOfTheSameHasParts() {
    let some = ("Range", "bytes=1-2")
    func range(_ method: String, _ headers: [(String, String)], of count: Int = 9) -> ByteRange {
      Self.head(method, headers).range(of: count, tag: "\"a\"")
    }
    #expect(range("GET", [some, ("If-Range", "\"a\"")]) == .part(1..<3))
    #expect(range("HEAD", [some]) == .all)
    #expect(range("GET", []) == .all)
    for other in ["\"b\"", "W/\"a\"", "a", "Wed, 21 Oct 2015 07:28:00 GMT"] {
      #expect(range("GET", [some, ("If-Range", other)]) == .all, "\(other)")
    }
    // If a header is repeated, the range is ignored, because two servers could interpret the header
    // differently.
    #expect(range("GET", [some, some]) == .all)
    #expect(range("GET", [some, ("If-Range", "\"a\""), ("If-Range", "\"b\"")]) == .all)
    #expect(range("GET", [("Range", "bytes=0-")], of: 0) == .outside)
    #expect(range("GET", [("Range", "bytes=-5")], of: 0) == .all)
  }

  private struct Files: HTTPHandler {
    let path: String

    func admit(_ head: HTTPHead, from peer: Peer) -> Admission { .admitted(mostBytes: 0, handle) }
    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
      guard let file = LetterFile(path) else { return exchange.answer(HTTPAnswer(500)) }
      let body =
        request.head.path == "/file" ? HTTPAnswer.Body.file(file) : .bytes(LetterFile.letters)
      let answer = HTTPAnswer(200, [], body)
      switch request.head.range(of: body.count, tag: "") {
      case .all: exchange.answer(answer)
      case .part(let range): exchange.answer(answer.part(range))
      case .outside: exchange.answer(HTTPAnswer(416))
      }
    }
    func refusal(_ reason: HTTPRefusal) -> HTTPAnswer { HTTPAnswer(400) }
    func over(_ record: HTTPRecord) {}
  }

  /// A partial response contains exactly the requested bytes, even if they exceed the socket's
  /// buffer.
  @Test(arguments: ["/file", "/bytes"]) func partsAreSent(of path: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(LetterFile.letters, to: "letters")
    let server = try HTTPServer(
      ListeningSocket(.file(folder.file("s")), origin: .option("listen")), limits: HTTPLimits(),
      handler: Files(path: folder.file("letters")))
    let bytes = LetterFile.letters
    for range in [0..<1, 7..<12, 100..<900_000, 0..<bytes.count, bytes.count - 1..<bytes.count] {
      let text = Tool.output(
        of: "curl",
        [
          "-sS", "-i", "-r", "\(range.lowerBound)-\(range.upperBound - 1)", "--unix-socket",
          folder.file("s"), "http://localhost\(path)",
        ])
      let parts = try #require(text).split(separator: "\r\n\r\n", maxSplits: 1)
      #expect(parts[0].hasPrefix("HTTP/1.1 206 "))
      #expect(
        parts[0].contains(
          "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)\r\n"))
      #expect(parts[0].contains("Content-Length: \(range.count)"))
      #expect(Array(parts[1].utf8) == Array(bytes[range]), "\(range)")
    }
    server.stop(HTTPAnswer(503))
  }
}

/// A megabyte of letters.
private final class LetterFile: HTTPFile {
  static let letters = (0..<1_000_003).map { UInt8(ascii: "a") + UInt8($0 % 23) }
  let descriptor: Int32
  var count: Int { Self.letters.count }

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }
}
