/// The cache statistics that a renderer collects over its lifetime.
public struct CacheUse: Sendable, Hashable {
  /// Rasterized backgrounds.
  public var backgrounds = Count()
  /// Encoded bands of PNG and JPEG files.
  public var bands = Count()
  /// Measured text blocks.
  public var texts = Count()

  /// Creates statistics with all counts at 0.
  public init() {}

  /// The numbers of hits and misses of one cache.
  public struct Count: Sendable, Hashable {
    /// The number of lookups that found an entry.
    public var hits = 0
    /// The number of lookups that found no entry.
    public var misses = 0

    /// Creates counts of 0.
    public init() {}

    init(hits: Int, misses: Int) {
      self.hits = hits
      self.misses = misses
    }
  }
}
