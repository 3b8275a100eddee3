package import WallfarmPluginKit

/// A small film for a web page, with a reduced-motion version and a text alternative.
package struct PageFilm: Sendable {
  /// A video file with its duration.
  package struct File: Sendable {
    /// The bytes of an MP4 file with H.264 video.
    package let bytes: [UInt8]
    package let seconds: Double
  }

  /// The name of the motion.
  package let name: String
  /// The frame size in pixels.
  package let size: PixelSize
  package let moving: File
  /// The reduced-motion version, a sequence of still frames.
  package let calm: File
  /// The bytes of a WebP file with the still frame.
  package let still: [UInt8]
  /// The text alternative, as a list of sentences.
  package let says: [String]
  /// The language of all texts, or nil if there are no texts.
  package let language: String?
}
