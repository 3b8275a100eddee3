/// A form and type size that a layout considered for its text, with the costs of this choice.
public struct ConsideredSetting: Sendable, Hashable {
  /// The form of the list: `list`, `columns` or `poster`.
  public var form: String
  /// The type size in points.
  public var fontSize: Double
  /// The costs by reason, such as `notes that break`; the candidate with the lowest total is
  /// chosen.
  public var costs: [String: Double]

  /// Creates a candidate.
  public init(form: String, fontSize: Double, costs: [String: Double]) {
    (self.form, self.fontSize, self.costs) = (form, fontSize, costs)
  }

  /// The total cost.
  public var cost: Double { costs.values.reduce(0, +) }
}
