/// A candidate setting of text that a layout evaluated, with its costs.
public struct ConsideredSetting: Sendable, Hashable {
  /// The layout of the list: `list`, `columns` or `poster`.
  public var form: String
  /// The type size in points.
  public var fontSize: Double
  /// The costs by reason, in design terms; the setting with the lowest total is chosen.
  public var costs: [String: Double]

  /// Creates a candidate setting.
  public init(form: String, fontSize: Double, costs: [String: Double]) {
    (self.form, self.fontSize, self.costs) = (form, fontSize, costs)
  }

  /// The total cost.
  public var cost: Double { costs.values.reduce(0, +) }
}
