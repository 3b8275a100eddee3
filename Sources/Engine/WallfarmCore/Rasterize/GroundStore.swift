import Graphics
import WallfarmPluginKit
internal import Work

/// Grounds that are kept for the next picture with the same one behind other notes.
///
/// Belongs to one renderer. The least recently used go first.
final class GroundStore {
  private var kept: BoundedCache<Ground.Key, Ground>
  private let files: GroundFiles?
  /// How often a ground was known.
  private(set) var use = CacheUse.Count()
  /// Why an entry could not be written, since it was last asked for.
  private var failure: String?

  /// Keeps up to `mostBytes` of pixels, 0 for none, and those with photos in files as well.
  init(mostBytes: Int, cache: BackgroundCache?) {
    kept = BoundedCache(mostBytes: mostBytes)
    files = cache.map(GroundFiles.init)
  }

  /// Whether there is anywhere to look for a ground.
  var mayKnow: Bool { kept.mostBytes > 0 || files != nil }

  /// What decoders said of the photos in a ground that is known; nil for one that is not.
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

  /// Keeps a background unless it is quicker drawn than copied.
  func keep(_ ground: Ground) throws(RenderError) {
    guard let key = ground.key, key.layers.contains(where: \.isCostly) else { return }
    keep(ground, for: key)
  }

  /// Writes a background with photos into the folder that other processes share.
  func share(_ ground: Ground) throws(RenderError) {
    guard let key = ground.key, !key.photos.isEmpty, let files else { return }
    failure = try files.store(ground, for: key)
  }

  private func keep(_ ground: Ground, for key: Ground.Key) {
    guard ground.byteCount <= kept.mostBytes else { return }
    ground.isKept = true
    kept.insert(ground, for: key, bytes: ground.byteCount)
  }

  /// A warning where an entry could not be written since the last call.
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
