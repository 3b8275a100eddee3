/// The stable identifier of a failure, with its class.
///
/// Each module declares its error codes once, next to the code that throws them. The table in
/// `docs/errors.md` has a row for each code.
public struct ErrorCode: RawRepresentable, Sendable {
  /// Lowercase words with hyphens, such as `unknown-device`; scripts and programs match this value.
  public let rawValue: String
  /// Determines the exit status, the HTTP status and whether a retry can succeed.
  public let errorClass: ErrorClass
  /// Whether errors with this code can include a JSON Patch for the request (``RenderError/fix``).
  ///
  /// The value is false for a code that was decoded instead of declared.
  public let isFixable: Bool

  /// Creates a code whose class is unknown, such as a code from a newer version of the program.
  ///
  /// - Returns: nil unless the string consists of two or more words of the letters a to z, joined
  ///   by hyphens, and has at most 64 characters.
  public init?(rawValue: String) { self.init(rawValue: rawValue, .unclassified) }

  /// Creates a code with its class, as decoded from JSON.
  ///
  /// - Returns: nil unless the string consists of two or more words of the letters a to z, joined
  ///   by hyphens, and has at most 64 characters.
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
  /// Compares only the identifiers, because a decoded code may be unclassified.
  public static func == (one: ErrorCode, other: ErrorCode) -> Bool {
    one.rawValue == other.rawValue
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
