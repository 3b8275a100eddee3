import Graphics
package import WallfarmPluginKit

/// The bounds and type size of a line of text, which determine the placement of a gradient or a
/// card.
package struct TextLineBounds {
  /// The bounds of the line's ink in points.
  let bounds: Rect
  /// Type size in points.
  let size: Double

  package init(bounds: Rect, size: Double) {
    (self.bounds, self.size) = (bounds, size)
  }
}

extension TextInk {
  /// The bounding rectangle of each line's ink cells in points.
  var lineBounds: [Rect] {
    (0..<lineCount).compactMap { line in
      let own = cells.filter { $0.line == line }
      guard let left = own.map(\.x).min(), let right = own.map(\.x).max(),
        let top = own.map(\.y).min(), let bottom = own.map(\.y).max()
      else { return nil }
      return Rect(
        x: Double(left), y: Double(top), width: Double(right - left + 1),
        height: Double(bottom - top + 1))
    }
  }
}
