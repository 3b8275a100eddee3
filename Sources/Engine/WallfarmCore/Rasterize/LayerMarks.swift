import Graphics
import WallfarmPluginKit

/// Computes the areas that layers can change, before the layers are drawn.
extension Rasterizer {
  /// The bounds of everything that layers draw, in points; `nil` if they are unknown.
  func marks(of layers: [Layer]) throws(RenderError) -> Rect? {
    var all: Rect?
    for layer in layers {
      guard let own = try marks(of: layer) else { return nil }
      all = all?.union(own) ?? own
    }
    return all
  }

  /// The bounds of everything that a layer draws, in points; `nil` if they are unknown.
  func marks(of layer: Layer) throws(RenderError) -> Rect? {
    switch layer.content {
    case .text(let content):
      let ink = try measured.ink(of: content, withShadow: false, self)
      return withShadow(content.shadow, withRims(content.block, ink.bounds))
    case .shape(let content):
      let half = (content.stroke?.width ?? 0) / 2
      let bounds = content.shape.bounds
      return withShadow(
        content.shadow, bounds.inset(by: Insets(horizontal: -half, vertical: -half)))
    case .group(let group):
      let own = try marks(of: group.layers)
      guard let clip = group.clip?.bounds else { return own }
      return own?.intersection(clip) ?? clip
    case .image(let image): return image.frame
    case .fill, .pixels: return nil
    }
  }

  /// Returns the bounds including a shadow, which extends by three standard deviations, rounded up
  /// to whole pixels, plus two pixels.
  private func withShadow(_ shadow: Shadow?, _ bounds: Rect) -> Rect {
    guard let shadow else { return bounds }
    let reach = 3 * shadow.blur + 3 / min(scale.x, scale.y)
    return bounds.union(
      bounds.offset(x: shadow.dx, y: shadow.dy)
        .inset(by: Insets(horizontal: -reach, vertical: -reach)))
  }

  /// The bounds including the outlines of emoji, which extend by less than a fifth of the type
  /// size.
  private func withRims(_ block: TextBlock, _ bounds: Rect) -> Rect {
    guard block.spans.contains(where: { $0.text.unicodeScalars.contains { $0.value >= 0x2000 } })
    else { return bounds }
    let reach = block.style.size / 5
    return bounds.inset(by: Insets(horizontal: -reach, vertical: -reach))
  }

  /// The maximum distance, in pixels, by which antialiasing extends marks beyond their bounds.
  private static let spread = 3.0

  /// The pixel rows that a layer can change; all rows if its bounds are unknown.
  func rows(of layer: Layer) throws(RenderError) -> Range<Int> {
    guard let marks = try marks(of: layer) else { return 0..<pixels.height }
    return rows(of: marks)
  }

  /// Returns the pixel rows, at least one, that marks within the given bounds can change.
  func rows(of marks: Rect) -> Range<Int> {
    func row(_ y: Double) -> Int { Int(min(max(0, y), Double(pixels.height))) }
    let first = min(row((marks.y * scale.y).rounded(.down) - Self.spread), pixels.height - 1)
    return first..<max(first + 1, row((marks.maxY * scale.y).rounded(.up) + Self.spread))
  }
}
