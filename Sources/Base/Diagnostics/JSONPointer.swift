/// The position of a value in a JSON document (RFC 6901).
public struct JSONPointer: Sendable, Hashable {
  /// The keys of members and the indexes of elements, outermost first; empty for the document.
  public let tokens: [String]

  /// Creates a pointer from keys and indexes.
  public init(_ tokens: [String] = []) { self.tokens = tokens }

  /// Parses the text form of a pointer; returns nil if it lacks the leading slash or contains an
  /// invalid tilde escape.
  ///
  /// The empty string is the pointer to the whole document.
  public init?(parsing text: String) {
    guard !text.isEmpty else {
      self.init()
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let escapes = part.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
      guard escapes.allSatisfy({ $0.hasPrefix("0") || $0.hasPrefix("1") }) else { return nil }
      tokens.append(String(part).replacing("~1", with: "/").replacing("~0", with: "~"))
    }
    self.init(tokens)
  }

  /// The pointer to a member or element of the value.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// The pointer to the object or list that contains the value, or nil for the document.
  package var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(Array(tokens.dropLast())) }
}

extension JSONPointer: CustomStringConvertible {
  /// The text form: `/set/max-size`, with `~0` for a tilde and `~1` for a slash in a key.
  public var description: String {
    tokens.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }
}
