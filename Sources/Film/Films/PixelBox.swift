package import WallfarmPluginKit

/// A rectangle of whole pixels, specified by its edges; an intersection may be empty.
package struct PixelBox: Sendable, Hashable {
  package var left: Int
  package var top: Int
  /// The right edge, exclusive.
  package var right: Int
  /// The bottom edge, exclusive.
  package var bottom: Int

  package init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Creates a box that covers a whole picture.
  package init(_ size: PixelSize) {
    self.init(left: 0, top: 0, right: size.width, bottom: size.height)
  }

  package var isEmpty: Bool { right <= left || bottom <= top }

  package var area: Int { isEmpty ? 0 : (right - left) * (bottom - top) }

  package func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  package func union(_ other: PixelBox) -> PixelBox {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelBox(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// Expands the box by one column on each side, and then to even coordinates.
  ///
  /// The extra columns are needed because chroma subsampling also reads the neighboring columns.
  func paired(in size: PixelSize) -> PixelBox {
    PixelBox(
      left: max(0, left - 1) & ~1, top: top & ~1, right: min(size.width, (right + 2) & ~1),
      bottom: min(size.height, (bottom + 1) & ~1))
  }
}
