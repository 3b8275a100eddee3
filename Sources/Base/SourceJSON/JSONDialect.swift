/// How much a reader forgives beyond the JSON of RFC 8259.
public struct JSONDialect: Sendable {
  let allowsComments: Bool
  let allowsTrailingCommas: Bool

  /// RFC 8259 to the letter, for what programs write.
  public static let strict = JSONDialect(allowsComments: false, allowsTrailingCommas: false)

  /// Also `//` and `/* */` comments and a comma after the last entry, for what people write.
  public static let commented = JSONDialect(allowsComments: true, allowsTrailingCommas: true)
}
