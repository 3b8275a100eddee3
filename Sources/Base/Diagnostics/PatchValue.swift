/// A JSON value in a JSON Patch; `SourceJSON` converts between this type and `JSONValue`.
public enum PatchValue: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number.
  case number(Double)
  /// A string.
  case string(String)
  /// Elements in order.
  case array([PatchValue])
  /// Members by key.
  case object([String: PatchValue])
}
