/// The style of a script relative to the family and size of its block.
public struct ScriptStyle: Hashable, Sendable {
  /// The font family; if it is `nil`, the block's family is used first and then the bundled
  /// families.
  public var family: String?
  /// The font size relative to the font size of the block.
  public var scale: Double
  /// The difference from the block's weight in CSS weight units; negative values are lighter.
  public var heavier: Int

  /// Creates a style; the defaults have no effect.
  public init(family: String? = nil, scale: Double = 1, heavier: Int = 0) {
    (self.family, self.scale, self.heavier) = (family, scale, heavier)
  }

  /// The properties as text, for computing digests.
  var words: [String] { [family ?? "", "\(scale)", "\(heavier)"] }

  /// The adjusted weight, 100…900.
  func weight(_ weight: Int) -> Int { min(max(weight + heavier, 100), 900) }
}
