import Scenes
internal import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The stored truth about one picture: its pixels by digest, what made it, and its scene in words.
struct Reference: Sendable, Hashable {
  /// Width and height of the picture.
  var size: PixelSize
  /// SHA-256 of its pixels, 64 lower-case hex digits; see ``PixelDigest``.
  var pixels: String
  /// SHA-256 of the file of its picture; nil where none is kept.
  var picture: String?
  /// The programs and fonts that drew it.
  var toolchain: Toolchain
  /// Beginnings of the digests of what it was made from, by name, such as `theme`.
  var inputs: [String: String]
  /// What is known of its scene.
  var facts: SceneFacts

  /// Version of the form below.
  static let version = 1
  /// Letters of a digest that are kept where it only tells one thing from another.
  static let digestLength = 12
  /// Names of the inputs, in the order in which they are written.
  static let inputNames = ["template", "theme", "device", "settings", "notes", "photos"]
  /// What a moment of a film is made from besides.
  static let filmName = "motion"

  /// The form of its file: a head of six lines, a blank line, and a line for each subject.
  var text: String {
    let names =
      Reference.inputNames + (inputs[Reference.filmName] == nil ? [] : [Reference.filmName])
    let digests = names.map { "\($0) \(inputs[$0] ?? "none")" }
    return """
      wallfarm snapshot \(Reference.version)
      pixels: \(size.width) \(size.height) \(pixels)
      picture: \(picture ?? "none")
      made with: \(toolchain.parts.joined(separator: ", "))
      made from: \(digests.joined(separator: ", "))
      scene: \(facts.lineCount) lines

      \(facts.text)
      """
  }
}

extension Reference {
  /// Reads the bytes of a file.
  ///
  /// - Throws: `reference-broken`.
  init(reading bytes: [UInt8], path: String) throws(RenderError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .referenceBroken("it is not text", path)
    }
    try self.init(reading: text, path: path)
  }

  /// Reads the text of a file.
  ///
  /// - Throws: `reference-broken`.
  init(reading text: String, path: String) throws(RenderError) {
    // Version control may have given it the line ends of Windows.
    let text = text.utf8.contains(UInt8(ascii: "\r")) ? text.replacing("\r\n", with: "\n") : text
    let lines = text.utf8
      .split(separator: UInt8(ascii: "\n"), maxSplits: 7, omittingEmptySubsequences: false)
      .map(Substring.init)
    func line(_ index: Int, after start: String) throws(RenderError) -> Substring {
      guard index < lines.count else {
        throw .referenceBroken("it ends after \(lines.count) lines", path)
      }
      guard lines[index].hasPrefix(start) else {
        throw .referenceBroken("line \(index + 1) does not begin with '\(start)'", path)
      }
      return lines[index].dropFirst(start.count)
    }
    let version = try line(0, after: "wallfarm snapshot ")
    guard version == "\(Reference.version)" else {
      throw .referenceBroken(
        "it is of version \(version.prefix(20)); this wallfarm reads version \(Reference.version)",
        path)
    }
    let words = try line(1, after: "pixels: ").split(separator: " ")
    guard words.count == 3, let width = Int(words[0]), let height = Int(words[1]),
      (1...32_767).contains(width), (1...32_767).contains(height), words[2].utf8.count == 64,
      words[2].allSatisfy(\.isHexDigit)
    else { throw .referenceBroken("line 2 has no size and digest", path) }
    size = PixelSize(width: width, height: height)
    pixels = String(words[2])
    let picture = try line(2, after: "picture: ")
    guard picture == "none" || picture.utf8.count == 64 && picture.allSatisfy(\.isHexDigit) else {
      throw .referenceBroken("line 3 has no digest", path)
    }
    self.picture = picture == "none" ? nil : String(picture)
    toolchain = Toolchain(parts: Reference.list(try line(3, after: "made with: ")))
    guard toolchain.parts.allSatisfy({ $0.utf8.first.map { $0 != UInt8(ascii: " ") } ?? false })
    else { throw .referenceBroken("line 4 has a part without a name", path) }
    inputs = [:]
    for part in Reference.list(try line(4, after: "made from: ")) {
      let words = part.split(separator: " ")
      guard words.count == 2 else {
        throw .referenceBroken("line 5 has no name and digest in '\(part)'", path)
      }
      inputs[String(words[0])] = String(words[1])
    }
    let count = try line(5, after: "scene: ")
    guard lines.count == 8, lines[7].utf8.last == UInt8(ascii: "\n") else {
      throw .referenceBroken("its last line does not end", path)
    }
    guard let facts = SceneFacts(reading: lines[7]) else {
      throw .referenceBroken("a line of its scene has no name, property and value", path)
    }
    // Without its end a file may be as good as a whole one of another picture.
    guard count == "\(facts.lineCount) lines" else {
      throw .referenceBroken(
        "its scene has \(facts.lineCount) lines, and line 6 says \(count)", path)
    }
    self.facts = facts
  }

  private static func list(_ text: Substring) -> [String] {
    text.split(separator: ", ").map(String.init)
  }
}
