/// The extensions to JSON (RFC 8259) that a parser accepts.
public struct JSONDialect: Sendable {
  let allowsComments: Bool
  let allowsTrailingCommas: Bool

  /// RFC 8259 without extensions, for machine-written JSON.
  public static let strict = JSONDialect(allowsComments: false, allowsTrailingCommas: false)

  /// Also accepts `//` and `/* */` comments and trailing commas, for hand-written JSON.
  public static let commented = JSONDialect(allowsComments: true, allowsTrailingCommas: true)
}
