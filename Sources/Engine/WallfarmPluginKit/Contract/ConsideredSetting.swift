/// A way in which a layout could have set its text, and what speaks against it.
public struct ConsideredSetting: Sendable, Hashable, Codable {
  /// How the list is set: `list`, `columns`, `poster`.
  public var form: String
  /// Type size, in points.
  public var fontSize: Double
  /// What speaks against it, in the words of a designer, each with its cost; the sum decides.
  public var costs: [String: Double]

  /// Says what was considered.
  public init(form: String, fontSize: Double, costs: [String: Double]) {
    (self.form, self.fontSize, self.costs) = (form, fontSize, costs)
  }

  /// All of it; the least wins.
  public var cost: Double { costs.values.reduce(0, +) }
}
