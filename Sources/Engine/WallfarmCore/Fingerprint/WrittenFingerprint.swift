import Graphics

/// The fingerprint that is written to a file; it distinguishes inputs without revealing the notes.
///
/// It consists of the digest of all parts, a prefix of the digest of all parts except the notes, a
/// prefix of the keyed digest of the notes, and a seal that only the owner of the key can verify.
/// The seal differs in every picture, so two pictures do not reveal that they have the same author.
package struct WrittenFingerprint: Hashable {
  package let digest: String
  let withoutNotes: String
  let notes: String?
  let seal: String?

  // The total length is less than 128 characters, because other programs compress longer text when
  // they save a PNG file.
  private static let lengths = (withoutNotes: 16, notes: 24, seal: 16)

  package init(_ fingerprint: Fingerprint, key: SecretKey?) {
    digest = fingerprint.digest
    withoutNotes = String(fingerprint.publicDigest.prefix(Self.lengths.withoutNotes))
    guard let key, let code = fingerprint.notesCode else {
      (notes, seal) = (nil, nil)
      return
    }
    let notes = String(code.prefix(Self.lengths.notes))
    self.notes = notes
    seal = Self.seal(digest, withoutNotes, notes, key)
  }

  /// Parses a string in the format of ``text``; `nil` for any other string, such as the plain
  /// digest of format 1.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    let lengths = [64, Self.lengths.withoutNotes, Self.lengths.notes, Self.lengths.seal]
    guard [2, 4].contains(parts.count),
      zip(parts, lengths).allSatisfy({ $0.utf8.count == $1 && $0.utf8.allSatisfy(\.isHexDigit) })
    else { return nil }
    (digest, withoutNotes) = (parts[0], parts[1])
    (notes, seal) = parts.count == 4 ? (parts[2], parts[3]) : (nil, nil)
  }

  /// The components as hex digits, separated by hyphens.
  package var text: String {
    [digest, withoutNotes, notes, seal].compactMap(\.self).joined(separator: "-")
  }

  /// Whether the fingerprint was created with this key.
  package func isSealed(with key: SecretKey) -> Bool {
    guard let notes, let seal else { return false }
    return seal == Self.seal(digest, withoutNotes, notes, key)
  }

  private static func seal(
    _ digest: String, _ withoutNotes: String, _ notes: String, _ key: SecretKey
  ) -> String {
    var encoding = CanonicalEncoding("wallfarm seal of a fingerprint", format: 1)
    encoding.field("digest", digest)
    encoding.field("without notes", withoutNotes)
    encoding.field("notes", notes)
    return String(key.code(of: encoding).prefix(lengths.seal))
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool { (48...57).contains(self) || (97...102).contains(self) }
}
