package import Graphics
package import WallfarmPluginKit

/// A range of encoded frames that is independent of other segments.
package enum FilmSegment: Sendable {
  case video(VideoSegment)
  /// A complete animated WebP file.
  case animation([UInt8], milliseconds: Int)
  /// The PNG file of each frame, in pieces.
  case files([[[UInt8]]])
}

/// H.264 frames as a container stores them.
package struct VideoSegment: Sendable {
  /// An encoded frame.
  package struct Sample: Sendable {
    package let bytes: [UInt8]
    /// Whether the frame is a keyframe.
    package let isWhole: Bool

    package init(bytes: [UInt8], isWhole: Bool) { (self.bytes, self.isWhole) = (bytes, isWhole) }
  }

  package var samples: [Sample] = []
  /// The sequence and picture parameter sets, which are the same in every segment of a film.
  package var parameters: (sequence: [UInt8], picture: [UInt8]) = ([], [])

  package init() {}
}

/// Encodes the frames of a segment in order.
package protocol SegmentEncoder: AnyObject {
  /// Encodes a frame.
  ///
  /// - Parameters:
  ///   - picture: the opaque frame.
  ///   - changed: the regions that may differ from the previous frame; for the first frame, the
  ///     whole picture.
  /// - Throws: `film-failed`, `raster-failed`.
  func add(_ picture: borrowing ImageSurface, changed: [PixelBox]) throws(RenderError)

  /// Finishes the segment.
  ///
  /// - Throws: `film-failed`.
  func finish() throws(RenderError) -> FilmSegment
}

extension FilmSettings {
  /// Creates an encoder for a segment.
  ///
  /// - Throws: `film-failed` if the encoder library is not installed.
  package func encoder() throws(RenderError) -> any SegmentEncoder {
    switch format {
    case .mp4: try VideoEncoder(self)
    case .webp: try AnimationEncoder(self)
    case .pictures: PictureFileEncoder(self)
    }
  }
}

/// Encodes each frame as a PNG file.
final class PictureFileEncoder: SegmentEncoder {
  private let encoder = PNGEncoder()
  private var settings = EncodingSettings(effort: .fast)
  private var files: [[[UInt8]]] = []

  init(_ film: FilmSettings) { settings.software = film.software }

  func add(_ picture: borrowing ImageSurface, changed: [PixelBox]) throws(RenderError) {
    files.append(try encoder.encode(picture, settings).pieces)
  }

  func finish() -> FilmSegment { .files(files) }
}
