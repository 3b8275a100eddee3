import Graphics
import WallfarmPluginKit
internal import Work

/// A renderer's LRU cache for background pixels, which pictures with different notes can share.
final class GroundStore {
  private var kept: BoundedCache<Ground.Key, Ground>
  private let files: GroundFiles?
  /// Cache statistics.
  private(set) var use = CacheUse.Count()
  /// The reason why the most recent entry could not be written; `nil` after a success, or after the
  /// reason is reported.
  private var failure: String?

  /// Creates a store that caches up to `mostBytes` bytes in memory, or nothing if `mostBytes` is 0.
  ///
  /// If `cache` is not `nil`, backgrounds with photos are also cached in files.
  init(mostBytes: Int, cache: BackgroundCache?) {
    kept = BoundedCache(mostBytes: mostBytes)
    files = cache.map(GroundFiles.init)
  }

  /// Whether the cache can contain entries.
  var mayKnow: Bool { kept.mostBytes > 0 || files != nil }

  /// The decoder warnings of a cached background; nil if it is not cached.
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

  /// Caches a background, even a plain one, because the next picture can reuse the current picture
  /// only if the background is cached.
  func keep(_ ground: Ground) {
    if let key = ground.key { keep(ground, for: key) }
  }

  /// Writes a background that contains photos to the folder that processes share, if there is one.
  func share(_ ground: Ground) throws(RenderError) {
    guard let key = ground.key, !key.photos.isEmpty, let files else { return }
    failure = try files.store(ground, for: key)
  }

  private func keep(_ ground: Ground, for key: Ground.Key) {
    guard ground.byteCount <= kept.mostBytes else { return }
    ground.isKept = true
    kept.insert(ground, for: key, bytes: ground.byteCount)
  }

  /// The most recently frosted background, with its blurred pixels.
  private var frosted: FrostedGround?

  /// The frosted form of a background, for cards behind text.
  func frosted(_ ground: Ground, _ rasterizer: Rasterizer) throws(RenderError) -> FrostedGround {
    if let frosted, frosted.source === ground { return frosted }
    let made = try FrostedGround(ground, rasterizer)
    if ground.isKept { frosted = made }
    return made
  }

  /// The last picture, whose pixels the next picture reuses if it has the same background.
  private var last: PaintedPicture?

  /// Removes the last picture from the store and returns it.
  func takeLast() -> PaintedPicture? { last.take() }

  /// Keeps a picture so that the next picture can reuse it; does nothing if its background is not
  /// cached.
  func keepLast(_ picture: consuming PaintedPicture?) {
    guard let picture, picture.painting.ground.isKept else { return }
    last = consume picture
  }

  /// Returns a warning if the most recent entry could not be written; each failure is reported only
  /// once.
  func takeWarnings() -> [RenderWarning] {
    guard let reason = failure, let files else { return [] }
    failure = nil
    return [
      RenderWarning(
        .cacheFailed,
        "the background could not be cached in '\(files.cache.folder)': \(reason)",
        hint: "free some space there, or omit --cache; the picture is not affected")
    ]
  }
}
