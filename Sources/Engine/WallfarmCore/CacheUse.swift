/// How often a renderer found what it remembered, since it was made.
public struct CacheUse: Sendable, Hashable {
  /// Backgrounds as pixels: found, and not found.
  public var backgrounds = Count()
  /// Encoded bands of PNG and JPEG files.
  public var bands = Count()
  /// Measured texts.
  public var texts = Count()

  /// Counts nothing.
  public init() {}

  /// Looks at one cache.
  public struct Count: Sendable, Hashable {
    /// How often something was there.
    public var hits = 0
    /// How often it was not.
    public var misses = 0

    /// Counts nothing.
    public init() {}

    init(hits: Int, misses: Int) {
      self.hits = hits
      self.misses = misses
    }
  }
}
