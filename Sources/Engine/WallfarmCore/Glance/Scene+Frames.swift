import WallfarmPluginKit

extension Scene {
  /// Returns the frames of the foreground's text, images and shapes that lie within an area, in
  /// paint order.
  ///
  /// Frames that extend above or below the area by more than one point, such as a margin or the
  /// dimmed screen, are decoration and are omitted.
  func frames(in area: Rect) -> [Rect] {
    foreground.flatMap(\.frames).filter { $0.y >= area.y - 1 && $0.maxY <= area.maxY + 1 }
  }
}

extension Layer {
  fileprivate var frames: [Rect] {
    switch content {
    case .text(let text): return [text.frame]
    case .image(let image): return [image.frame]
    case .shape(let shape): return [shape.shape.bounds]
    case .group(let group):
      let frames = group.layers.flatMap(\.frames)
      guard let clip = group.clip?.bounds else { return frames }
      return frames.map { $0.intersection(clip) }
    case .fill, .pixels: return []
    }
  }
}
