/// An axis of a variable font.
public struct FontAxis: Sendable, Hashable {
  /// The tag of the axis, four printable ASCII characters, such as `wght`.
  public let tag: String
  /// The least value.
  public let minimum: Double
  /// The default value, from the minimum to the maximum.
  public let standard: Double
  /// The greatest value.
  public let maximum: Double
}
