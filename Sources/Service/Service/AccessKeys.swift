internal import Digests
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

  /// Reads a file with a name and a key on each line, blanks between them; `#` begins a remark.
  ///
  /// A name may have several keys: each of them shows the same client, which owns what any of them has made.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - origin: what named it, for messages.
  /// - Throws: `key-unusable`, with the number of the line and never with a key; `file-unreadable`.
  public init(file path: String, origin: Origin) throws(RenderError) {
    digests = try SecretLines(file: path, namesRepeat: true, origin: origin).all.map {
      ($0.name, AccessKeys.digest($0.secret))
    }
  }

  /// The name of the key that a header `Authorization` shows; nil where it is none of them.
  func name(_ authorization: String?) -> String? {
    let words = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    let digest = AccessKeys.digest(words[1])
    // All of them are looked at to the end, whichever it is.
    var found: String?
    for (name, known) in digests where SameBytes.areSame(known, digest) { found = name }
    return found
  }

  private static func digest(_ key: some StringProtocol) -> [UInt8] {
    Array(SHA256.hex(of: Array(key.utf8)).utf8)
  }
}
