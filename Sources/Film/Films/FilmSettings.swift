package import WallfarmPluginKit

/// The encoding parameters of a film.
package struct FilmSettings: Sendable, Hashable {
  /// The output formats of films.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// MP4 with H.264 video.
    case mp4
    /// Animated WebP.
    case webp
    /// A folder with a PNG file for each frame.
    case pictures
  }

  package var format: Format
  /// The frame size in pixels; for MP4, ``filmed`` rounds it up to even dimensions.
  package var size: PixelSize
  package var framesPerSecond: Int
  /// The H.264 quantizer, 0 (lossless) to 51.
  ///
  /// The default was chosen by measuring flat areas: macroblocks of one color whose neighbors have
  /// the same color. At 14, 99.9 percent of the pixels in these areas are within two levels of the
  /// source, even behind flying confetti. The remaining pixels show traces of moving content in the
  /// two chroma planes, where one level corresponds to two levels of blue. The luma plane is within
  /// two levels of the source almost everywhere. Macroblocks with an edge show ringing: 2 percent
  /// of their flat pixels differ by more than two levels at 14, 3 percent at 16, and 1 percent at
  /// 12. Compared with 16, 14 needs 5 to 10 percent more bytes and no additional time; 12 needs 25
  /// percent more bytes.
  package var quantizer = 14
  /// Name and version of the program, for formats that have a field for it.
  package var software: String?

  package init(format: Format, size: PixelSize, framesPerSecond: Int) {
    (self.format, self.size, self.framesPerSecond) = (format, size, framesPerSecond)
  }

  /// The frame size in the file.
  ///
  /// H.264 with 4:2:0 chroma requires even dimensions and crops in units of two pixels, so if a
  /// dimension is odd, the last column or row is repeated once.
  package var filmed: PixelSize {
    guard format == .mp4 else { return size }
    return PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
  }

  /// The number of frames per segment: the frames of one second, or 8 frames for PNG files.
  ///
  /// All PNG files of a segment are in memory at the same time, so a segment of PNG files is short.
  /// A segment begins with a keyframe and does not refer to other segments, so every worker encodes
  /// it to the same bytes.
  package var segmentLength: Int { format == .pictures ? 8 : framesPerSecond }

  /// Splits a range of frames into segments.
  package func segments(of frames: Range<Int>) -> [Range<Int>] {
    frames.segments(of: segmentLength)
  }
}

extension Range<Int> {
  /// Splits a range of frames into segments of the given length; the last segment may be shorter.
  package func segments(of length: Int) -> [Range<Int>] {
    stride(from: lowerBound, to: upperBound, by: length).map {
      $0..<Swift.min($0 + length, upperBound)
    }
  }
}
