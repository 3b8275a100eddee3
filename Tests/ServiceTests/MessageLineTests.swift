import Glibc
import Service
import Testing
import WallfarmTesting

/// Tests reading an agent's messages from a file descriptor.
@Suite struct MessageLineTests {
  /// Returns the lines of a text; a line of more than `most` bytes becomes `nil`.
  private static func lines(_ text: String, most: Int) throws -> [String?] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "in")
    let descriptor = open(folder.file("in"), O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var (reader, found) = (MessageLines(descriptor, most: most), [String?]())
    while let line = reader.next() {
      switch line {
      case .message(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: found.append(nil)
      }
    }
    return found
  }

  private static let cases: [(text: String, lines: [String?])] = [
    ("", []), ("a\nb\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("\n\na\n", ["", "", "a"]),
    ("12345678\n", ["12345678"]), ("123456789\na\n", [nil, "a"]), ("123456789", [nil]),
    ("123456789 123456789 123456789\n1\n2", [nil, "1", "2"]),
  ]

  @Test(arguments: cases.indices)
  func aLineThatIsTooLongIsSkipped(_ index: Int) throws {
    let (text, lines) = Self.cases[index]
    #expect(try Self.lines(text, most: 8) == lines, "\(text)")
  }

  /// A line that is too long and takes several reads is reported once, and the next one is read.
  @Test func aVeryLongLineIsOneError() throws {
    let text = String(repeating: "a", count: 300_000) + "\nb\n"
    #expect(try Self.lines(text, most: 1000) == [nil, "b"])
    #expect(try Self.lines(text, most: 300_000).map { $0?.utf8.count } == [300_000, 1])
  }
}
