internal import Digests
internal import Files
internal import WallfarmCore
public import WallfarmPluginKit

/// Keys that clients show as `Authorization: Bearer …`, with names that logs and limits know them by.
///
/// Only digests of them are kept.
public struct AccessKeys: Sendable {
  private var digests: [(name: String, digest: [UInt8])] = []

  /// No key at all.
  public init() {}

  /// How many there are.
  public var count: Int { digests.count }

  /// How long a key is at least: 128 bits, in the 64 letters of base64.
  private static let fewestLetters = 22

  /// Reads a file with a name and a key on each line, blanks between them; `#` begins a remark.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - origin: what named it, for messages.
  /// - Throws: `key-unusable`, with the number of the line and never with a key; `file-unreadable`.
  public init(file path: String, origin: Origin) throws(RenderError) {
    let text = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
    for (index, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      let words = line.split(whereSeparator: { $0.isWhitespace })
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      let place = Origin.file(path, line: index + 1)
      guard words.count == 2 else { throw .keyLine("it is not a name and a key", place) }
      guard first.count <= 64, first.utf8.allSatisfy(AccessKeys.isPlain) else {
        throw .keyLine("the name has other characters than letters, digits, - and _", place)
      }
      guard words[1].utf8.count >= AccessKeys.fewestLetters else {
        throw .keyLine("the key has less than \(AccessKeys.fewestLetters) characters", place)
      }
      guard !digests.contains(where: { $0.name == first }) else {
        throw .keyLine("the name '\(first)' is there twice", place)
      }
      let digest = AccessKeys.digest(words[1])
      guard !digests.contains(where: { $0.digest == digest }) else {
        throw .keyLine("the key is there twice", place)
      }
      digests.append((String(first), digest))
    }
    guard !digests.isEmpty else {
      throw RenderError(
        .keyUnusable, "'\(path)' has no key", origin: origin, hint: AccessKeys.hint)
    }
  }

  fileprivate static let hint =
    "write a name and a key on each line: app \"$(openssl rand -base64 24)\""

  /// The name of the key that a header `Authorization` shows; nil where it is none of them.
  func name(_ authorization: String?) -> String? {
    let words = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    let digest = AccessKeys.digest(words[1])
    // All of them are looked at to the end, whichever it is.
    var found: String?
    for (name, known) in digests where AccessKeys.isSame(known, digest) { found = name }
    return found
  }

  private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    zip(one, other).reduce(one.count == other.count ? 0 : 1) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func digest(_ key: some StringProtocol) -> [UInt8] {
    Array(SHA256.hex(of: Array(key.utf8)).utf8)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension RenderError {
  fileprivate static func keyLine(_ reason: String, _ place: Origin) -> RenderError {
    RenderError(
      .keyUnusable, "a line of the file of keys cannot be used: \(reason)", origin: place,
      hint: AccessKeys.hint)
  }
}
