package import WallfarmPluginKit

/// What a film is, but for its pictures.
package struct FilmSettings: Sendable, Hashable {
  /// The files that hold films.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// H.264 in MP4.
    case mp4
    /// Animated WebP.
    case webp
    /// A PNG file for each picture, in a folder.
    case pictures
  }

  package var format: Format
  /// Of its pictures, in pixels; a film in MP4 has even sides, see ``filmed``.
  package var size: PixelSize
  package var framesPerSecond: Int
  /// How much may be lost, 0 (nothing) to 51.
  ///
  /// At 18 flat areas stay within two levels, and the structural similarity of films of text is above 0.99.
  package var quantizer = 18
  /// Name and version of the program, for files that have a place for it.
  package var software: String?

  package init(format: Format, size: PixelSize, framesPerSecond: Int) {
    (self.format, self.size, self.framesPerSecond) = (format, size, framesPerSecond)
  }

  /// The sides of the pictures in the file.
  ///
  /// Two pixels share a colour, and what H.264 cuts off is counted in pairs: of an odd side the last column or
  /// row is repeated once.
  package var filmed: PixelSize {
    guard format == .mp4 else { return size }
    return PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
  }

  /// Pictures that are encoded together: a second.
  ///
  /// A segment begins with a whole picture and needs nothing of another, so any worker that makes it makes the same bytes.
  package var segmentLength: Int { framesPerSecond }

  /// The pictures of each segment of some pictures.
  package func segments(of frames: Range<Int>) -> [Range<Int>] {
    stride(from: frames.lowerBound, to: frames.upperBound, by: segmentLength).map {
      $0..<min($0 + segmentLength, frames.upperBound)
    }
  }
}

/// A part of a picture, in whole pixels.
package struct PixelBox: Sendable, Hashable {
  package var left: Int
  package var top: Int
  /// Before this column.
  package var right: Int
  /// Before this row.
  package var bottom: Int

  package init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// All of a picture.
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

  /// With whole pairs of columns and rows, and a column more on both sides, whose colours it has a share in.
  func paired(in size: PixelSize) -> PixelBox {
    PixelBox(
      left: max(0, left - 1) & ~1, top: top & ~1, right: min(size.width, (right + 2) & ~1),
      bottom: min(size.height, (bottom + 1) & ~1))
  }
}
