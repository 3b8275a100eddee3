internal import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The stored truth about one picture: its pixels by digest, what made it, and its scene in words.
struct Reference: Sendable, Hashable {
  /// Width and height of the picture.
  var size: PixelSize
  /// SHA-256 of its pixels, 64 lower-case hex digits; see ``PixelDigest``.
  var pixels: String
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

  /// The form of its file: a head of four lines, a blank line, and a line for each subject.
  var text: String {
    let digests = Reference.inputNames.map { "\($0) \(inputs[$0] ?? "none")" }
    return """
      wallfarm snapshot \(Reference.version)
      pixels: \(size.width) \(size.height) \(pixels)
      made with: \(toolchain.parts.joined(separator: ", "))
      made from: \(digests.joined(separator: ", "))

      \(facts.text)
      """
  }
}

extension Reference {
  /// Reads the text of a file.
  ///
  /// - Throws: `reference-broken`.
  init(reading text: String, path: String) throws(RenderError) {
    let lines = text.split(separator: "\n", maxSplits: 5, omittingEmptySubsequences: false)
    func line(_ index: Int, after start: String) throws(RenderError) -> Substring {
      guard lines.count == 6, lines[index].hasPrefix(start) else {
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
    toolchain = Toolchain(parts: Reference.list(try line(2, after: "made with: ")))
    inputs = [:]
    for part in Reference.list(try line(3, after: "made from: ")) {
      let words = part.split(separator: " ")
      guard words.count == 2 else {
        throw .referenceBroken("line 4 has no name and digest in '\(part)'", path)
      }
      inputs[String(words[0])] = String(words[1])
    }
    guard let facts = SceneFacts(reading: lines[5]) else {
      throw .referenceBroken("a line of its scene has no name, property and value", path)
    }
    self.facts = facts
  }

  private static func list(_ text: Substring) -> [String] {
    text.split(separator: ", ").map(String.init)
  }
}
