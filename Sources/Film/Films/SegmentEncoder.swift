package import Graphics
package import WallfarmPluginKit

/// Some pictures of a film, encoded so that they need nothing of the others.
package enum FilmSegment: Sendable {
  case video(VideoSegment)
  /// An animation of its own.
  case animation([UInt8], milliseconds: Int)
  /// A file for each picture.
  case files([[[UInt8]]])
}

/// Pictures in H.264, as a container stores them.
package struct VideoSegment: Sendable {
  /// A picture.
  package struct Sample: Sendable {
    package let bytes: [UInt8]
    /// Whether it needs none before it.
    package let isWhole: Bool

    package init(bytes: [UInt8], isWhole: Bool) { (self.bytes, self.isWhole) = (bytes, isWhole) }
  }

  package var samples: [Sample] = []
  /// The parameter sets of the sequence and of its pictures; the same in every segment of a film.
  package var parameters: (sequence: [UInt8], picture: [UInt8]) = ([], [])

  package init() {}
}

/// Encodes the pictures of a segment in their order.
package protocol SegmentEncoder: AnyObject {
  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - picture: opaque.
  ///   - changed: where it may differ from the one before; all of it for the first.
  /// - Throws: `film-failed`, `raster-failed`.
  func add(_ picture: borrowing ImageSurface, changed: [PixelBox]) throws(RenderError)

  /// Ends the segment.
  ///
  /// - Throws: `film-failed`.
  func finish() throws(RenderError) -> FilmSegment
}

extension FilmSettings {
  /// An encoder for a segment.
  ///
  /// - Throws: `film-failed` where its library is not installed.
  package func encoder() throws(RenderError) -> any SegmentEncoder {
    switch format {
    case .mp4: try VideoEncoder(self)
    case .webp: try AnimationEncoder(self)
    case .pictures: PictureFileEncoder(self)
    }
  }
}

/// Writes each picture as a PNG file.
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
