/// How the letters of a script are set beside those that a block names a family and size for.
public struct ScriptStyle: Hashable, Sendable {
  /// Their family; nil: the block's, then the bundled ones.
  public var family: String?
  /// Their size, of that of the block.
  public var scale: Double
  /// How much heavier they are than the block says, as weights of CSS are counted; lighter below 0.
  public var heavier: Int

  /// Makes a style that changes nothing unless told otherwise.
  public init(family: String? = nil, scale: Double = 1, heavier: Int = 0) {
    (self.family, self.scale, self.heavier) = (family, scale, heavier)
  }

  /// The same in words, for what depends on it.
  var words: [String] { [family ?? "", "\(scale)", "\(heavier)"] }

  /// A weight with what it is heavier by, 100…900.
  func weight(_ weight: Int) -> Int { min(max(weight + heavier, 100), 900) }
}
