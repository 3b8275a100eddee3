internal import Digests
import SourceJSON

/// The name of an upload in requests and themes: `sha256-` and 64 hexadecimal digits.
enum UploadName {
  private static let prefix = "sha256-"

  /// Returns the digest in a name, or `nil` if a text is not a name.
  static func digest(_ text: String) -> String? {
    guard text.utf8.count == prefix.utf8.count + 64, text.hasPrefix(prefix) else { return nil }
    let digest = String(text.dropFirst(prefix.count))
    return SHA256.isHex(digest) ? digest : nil
  }

  /// Returns whether a text is a name.
  static func isName(_ text: String) -> Bool { digest(text) != nil }

  /// Returns the name of the upload with a digest.
  static func name(_ digest: String) -> String { prefix + digest }
}

extension JSONValue {
  /// Digests of all uploads that are named anywhere in the value.
  var uploadDigestsInside: Set<String> {
    switch self {
    case .string(let text): Set([UploadName.digest(text)].compactMap(\.self))
    case .array(let values): values.reduce(into: []) { $0.formUnion($1.uploadDigestsInside) }
    case .object(let members):
      members.values.reduce(into: []) { $0.formUnion($1.uploadDigestsInside) }
    default: []
    }
  }

  /// Digests of the uploads that a request or a screen of a person names, apart from its content.
  var uploadDigests: Set<String> {
    ["photo", "theme", "fonts", "set"].compactMap(member).reduce(into: []) {
      $0.formUnion($1.uploadDigestsInside)
    }
  }
}
