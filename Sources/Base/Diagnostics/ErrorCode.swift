/// The stable identifier of a failure, with its class.
///
/// Each module declares the codes of its failures once, next to the code that throws them.
/// `docs/errors.md` has a row for each.
public struct ErrorCode: RawRepresentable, Sendable {
  /// Lowercase words with hyphens, such as `unknown-device`; scripts and programs match on it.
  public let rawValue: String
  /// Determines the exit status, the HTTP status and whether a retry can succeed.
  public let errorClass: ErrorClass
  /// Whether errors with this code can carry a JSON Patch for the request (``RenderError/fix``).
  ///
  /// False for a code that was read instead of declared.
  public let isFixable: Bool

  /// Reads a code whose class is not known, such as a code of a newer version.
  ///
  /// - Returns: nil unless the text is two or more words of the letters a to z, joined by hyphens.
  public init?(rawValue: String) { self.init(rawValue: rawValue, .unclassified) }

  /// Reads a code with its class, as JSON carries both.
  ///
  /// - Returns: nil unless the text is two or more words of the letters a to z, joined by hyphens.
  package init?(rawValue: String, _ errorClass: ErrorClass) {
    let words = rawValue.split(separator: "-", omittingEmptySubsequences: false)
    guard words.count > 1, rawValue.utf8.count <= 64,
      words.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } })
    else { return nil }
    (self.rawValue, self.errorClass, isFixable) = (rawValue, errorClass, false)
  }

  /// Declares a code.
  package init(_ rawValue: String, _ errorClass: ErrorClass, isFixable: Bool = false) {
    (self.rawValue, self.errorClass, self.isFixable) = (rawValue, errorClass, isFixable)
  }
}

extension ErrorCode: Hashable {
  /// Compares the identifiers alone: a code is the same whether or not its class was read with it.
  public static func == (one: ErrorCode, other: ErrorCode) -> Bool {
    one.rawValue == other.rawValue
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
