package import Scenes
internal import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// The stored expected result for a picture: the digest of its pixels, its inputs, and its scene as
/// text.
package struct Reference: Sendable, Hashable {
  /// The size of the picture in pixels.
  var size: PixelSize
  /// SHA-256 of the pixels, 64 lowercase hex digits; see ``PixelDigest``.
  package var pixels: String
  /// SHA-256 of the picture file; nil if no picture is stored.
  package var picture: String?
  /// The programs and fonts that drew the picture.
  var toolchain: Toolchain
  /// The truncated digests of the picture's inputs, keyed by input name, such as `theme`.
  var inputs: [String: String]
  /// The facts that describe the picture's scene.
  package var facts: SceneFacts

  /// The version of the file format.
  static let version = 1
  /// The length of a truncated digest in hex digits.
  static let digestLength = 12
  /// The names of the inputs in file order.
  static let inputNames = ["template", "theme", "device", "settings", "notes", "photos"]
  /// The name of the additional input for a film moment.
  static let filmName = "motion"
  /// The name of the additional input for custom fonts.
  static let fontsName = "fontFiles"

  /// The text of the reference file: a header of six lines, a blank line, and a line for each
  /// subject of the scene.
  package var text: String {
    let names =
      Reference.inputNames
      + [Reference.filmName, Reference.fontsName].filter { inputs[$0] != nil }
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
  /// Parses the bytes of a file.
  ///
  /// - Throws: `reference-broken`.
  package init(reading bytes: [UInt8], path: String) throws(RenderError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .referenceBroken("it is not text", path)
    }
    try self.init(reading: text, path: path)
  }

  /// Parses the text of a file.
  ///
  /// - Throws: `reference-broken`.
  package init(reading text: String, path: String) throws(RenderError) {
    // Version control may convert line endings to CR LF.
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
        "it has version \(version.prefix(20)), but this program supports version "
          + "\(Reference.version)",
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
      throw .referenceBroken("its last line is incomplete", path)
    }
    guard let facts = SceneFacts(reading: lines[7]) else {
      throw .referenceBroken("a line of its scene has no name, property and value", path)
    }
    // A wrong line count means that the file is truncated.
    guard count == "\(facts.lineCount) lines" else {
      throw .referenceBroken(
        "its scene has \(facts.lineCount) lines, but line 6 states \(count)", path)
    }
    self.facts = facts
  }

  private static func list(_ text: Substring) -> [String] {
    text.split(separator: ", ").map(String.init)
  }
}
