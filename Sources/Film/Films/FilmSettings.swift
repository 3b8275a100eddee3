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
  /// A flat area is a macroblock of one colour whose neighbours all have that colour. At 14, 999 in 1000 pixels of such areas
  /// stay within two levels of what was drawn, behind flying confetti too. The others are traces of what passed by, in the two
  /// planes of colour, where one level is two levels of blue; luma stays within two nearly everywhere. Macroblocks with an
  /// edge in them have rings: of the plain pixels in those, 2 in 100 are further off, and 3 at 16, and 1 at 12. Compared with
  /// 16, a film at 14 has 5 to 10 % more bytes and takes no more time; at 12 it has a quarter more bytes.
  package var quantizer = 14
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

  /// Pictures that are encoded together: those of a second, or eight of those with a file each, which are in memory together.
  ///
  /// A segment begins with a whole picture and needs nothing of another, so any worker that makes it makes the same bytes.
  package var segmentLength: Int { format == .pictures ? 8 : framesPerSecond }

  /// The pictures of each segment of some pictures.
  package func segments(of frames: Range<Int>) -> [Range<Int>] {
    stride(from: frames.lowerBound, to: frames.upperBound, by: segmentLength).map {
      $0..<min($0 + segmentLength, frames.upperBound)
    }
  }
}
