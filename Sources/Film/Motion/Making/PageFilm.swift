package import WallfarmPluginKit

/// A film as a page has it: small, with what is shown to people who want no motion, and what others are told.
package struct PageFilm: Sendable {
  /// A file, and how long it is.
  package struct File: Sendable {
    /// H.264 in MP4.
    package let bytes: [UInt8]
    package let seconds: Double
  }

  /// Of the motion.
  package let name: String
  /// Of its pictures, in pixels.
  package let size: PixelSize
  package let moving: File
  /// Moments that stand still, one after the other.
  package let calm: File
  /// The moment that stands for it: a WebP file.
  package let still: [UInt8]
  /// What somebody is told who cannot see it, sentence by sentence.
  package let says: [String]
  /// The language of all words in it; nil: it has none.
  package let language: String?
}
