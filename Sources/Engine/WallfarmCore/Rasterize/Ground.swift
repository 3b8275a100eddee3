import Graphics
import WallfarmPluginKit
internal import Work

/// The background pixels of a picture.
///
/// A class, because collections can hold it, while a surface has a single owner.
final class Ground {
  /// Everything that affects the pixels of a ground.
  struct Key: Hashable {
    /// The layers in paint order.
    let layers: [Layer]
    /// The digests of their photos.
    let photos: [String]
    let pixels: PixelSize
    let scale: Scale
    let space: ColorSpace
    /// The id and version of the plugin that made the layers, or `nil`.
    let maker: String?
  }

  /// The cache key; `nil` if the background contains text, which depends on more.
  let key: Key?
  /// Decoder warnings about the photos that changed no pixel.
  let warnings: [String]
  /// The size of the pixels in bytes.
  let byteCount: Int
  private var surface: ImageSurface?
  /// Whether the ground was cached, so that other pictures may use it.
  fileprivate(set) var isKept = false

  init(_ key: Key?, _ surface: consuming ImageSurface, warnings: [String] = []) {
    self.key = key
    self.warnings = warnings
    byteCount = surface.stride * surface.size.height
    self.surface = consume surface
  }

  /// Lends the pixels.
  func withSurface<Result: ~Copyable>(
    _ body: (borrowing ImageSurface) throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    switch surface {
    case .some(let surface): return try body(surface)
    case .none: preconditionFailure("a ground was drawn on and then used again")
    }
  }

  /// A surface to draw on: the ground's own, or a copy if the ground is cached.
  func surfaceToDrawOn() throws(RenderError) -> ImageSurface {
    if isKept { return try withSurface { (surface) throws(RenderError) in try surface.copy() } }
    guard let last = surface.take() else {
      preconditionFailure("a ground was drawn on and then used again")
    }
    return last
  }
}

/// An LRU cache of grounds for pictures with the same background and other notes.
///
/// Each renderer has its own.
final class GroundStore {
  private var kept: BoundedCache<Ground.Key, Ground>
  private let files: GroundFiles?
  /// The numbers of cache hits and misses.
  private(set) var use = CacheUse.Count()
  /// The reason of the last failed write, until it is reported.
  private var failure: String?

  /// Caches up to `mostBytes` of pixels in memory, 0 for none, and grounds with photos also in
  /// files.
  init(mostBytes: Int, cache: BackgroundCache?) {
    kept = BoundedCache(mostBytes: mostBytes)
    files = cache.map(GroundFiles.init)
  }

  /// Whether any cache is enabled.
  var mayKnow: Bool { kept.mostBytes > 0 || files != nil }

  /// The decoder warnings of a cached ground; `nil` if it is not cached.
  func warnings(for key: Ground.Key) -> [String]? {
    kept.value(for: key)?.warnings ?? (key.photos.isEmpty ? nil : files?.warnings(for: key))
  }

  func ground(for key: Ground.Key) throws(RenderError) -> Ground? {
    if let known = kept.value(for: key) {
      use.hits += 1
      return known
    }
    guard !key.photos.isEmpty, let files, let stored = try files.ground(for: key) else {
      use.misses += 1
      return nil
    }
    use.hits += 1
    keep(stored, for: key)
    return stored
  }

  /// Caches a ground unless drawing it is faster than copying.
  func keep(_ ground: Ground) throws(RenderError) {
    guard let key = ground.key, key.layers.contains(where: \.isCostly) else { return }
    keep(ground, for: key)
  }

  /// Writes a ground with photos to the cache folder shared with other processes.
  func share(_ ground: Ground) throws(RenderError) {
    guard let key = ground.key, !key.photos.isEmpty, let files else { return }
    failure = try files.store(ground, for: key)
  }

  private func keep(_ ground: Ground, for key: Ground.Key) {
    guard ground.byteCount <= kept.mostBytes else { return }
    ground.isKept = true
    kept.insert(ground, for: key, bytes: ground.byteCount)
  }

  /// The pending warning about a failed write, returned once.
  func takeWarnings() -> [RenderWarning] {
    guard let reason = failure, let files else { return [] }
    failure = nil
    return [
      RenderWarning(
        .cacheFailed,
        "the background could not be kept in '\(files.cache.folder)': \(reason)",
        hint: "make room there, or leave out --cache; the picture is not affected")
    ]
  }
}
