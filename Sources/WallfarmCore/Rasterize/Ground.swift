import Graphics
import WallfarmPluginKit

/// The pixels behind the text of a picture: its background, and the band that was laid over it.
///
/// A class, because a collection can keep it and a surface has one owner.
final class Ground {
  /// Everything that the pixels of a ground depend on.
  struct Key: Hashable {
    /// What is drawn, first to last.
    let layers: [Layer]
    /// Digests of the photos in them.
    let photos: [String]
    let pixels: PixelSize
    let scale: Scale
    let space: ColorSpace
  }

  /// Nil where text belongs to it: that depends on more.
  let key: Key?
  /// Memory of the pixels.
  let byteCount: Int
  private var surface: ImageSurface?
  /// Whether other pictures will want it too.
  fileprivate(set) var isKept = false

  init(_ key: Key?, _ surface: consuming ImageSurface) {
    self.key = key
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

  /// Pixels to draw on: the very ones, or a copy where others want them too.
  func surfaceToDrawOn() throws(RenderError) -> ImageSurface {
    if isKept { return try withSurface { (surface) throws(RenderError) in try surface.copy() } }
    guard let last = surface.take() else {
      preconditionFailure("a ground was drawn on and then used again")
    }
    return last
  }
}

/// Grounds that are kept for the next picture with the same one behind other notes.
///
/// Belongs to one renderer. The least recently used go first.
final class GroundStore {
  private var kept: BoundedCache<Ground.Key, Ground>

  /// Keeps up to `mostBytes` of pixels; 0 keeps none.
  init(mostBytes: Int) { kept = BoundedCache(mostBytes: mostBytes) }

  func ground(for key: Ground.Key) -> Ground? { kept.value(for: key) }

  /// Keeps a ground unless it is quicker drawn than copied.
  func keep(_ ground: Ground) {
    guard let key = ground.key, ground.byteCount <= kept.mostBytes,
      key.layers.contains(where: \.isCostly)
    else { return }
    ground.isKept = true
    kept.insert(ground, for: key, bytes: ground.byteCount)
  }
}
