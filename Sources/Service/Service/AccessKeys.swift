internal import Digests
public import WallfarmPluginKit

/// API keys that clients send as `Authorization: Bearer …`, with client names for logs and limits.
///
/// Only digests of the keys are stored.
public struct AccessKeys: Sendable {
  private var digests: [(name: String, digest: [UInt8])] = []

  /// Creates an empty set.
  public init() {}

  /// The names of the clients.
  public var names: Set<String> { Set(digests.map(\.name)) }

  /// Number of keys.
  public var count: Int { digests.count }

  /// Reads a file with a name and a key on each line, separated by spaces; `#` starts a comment.
  ///
  /// A name may have several keys. All of them authenticate the same client, which owns everything
  /// that was created with any of these keys.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - origin: The source of the path, for messages.
  /// - Throws: `key-unusable`, whose message contains the line number but never a key;
  ///   `file-unreadable`.
  public init(file path: String, origin: Origin) throws(RenderError) {
    digests = try SecretLines(file: path, namesRepeat: true, origin: origin).all.map {
      ($0.name, AccessKeys.digest($0.secret))
    }
  }

  /// Returns the client name for an `Authorization` header, or `nil` if the key is unknown.
  package func name(_ authorization: String?) -> String? {
    let words = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    let digest = AccessKeys.digest(words[1])
    // Compare with every key, even after a match, so that timing reveals nothing about the keys.
    var found: String?
    for (name, known) in digests where SameBytes.areSame(known, digest) { found = name }
    return found
  }

  private static func digest(_ key: some StringProtocol) -> [UInt8] {
    Array(SHA256.hex(of: Array(key.utf8)).utf8)
  }
}
