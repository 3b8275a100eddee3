/// The compression effort and metadata of a PNG file.
package struct PNGSettings: Sendable, Hashable {
  /// The compression effort.
  package enum Effort: Sendable, Hashable, CaseIterable {
    /// For each band, chooses a filter based on a sample of the rows.
    case fast
    /// Tries the filters that are likely to be effective.
    case balanced
    /// Tries all filters and also compresses the picture as one stream; takes seconds instead of
    /// milliseconds.
    case small
  }

  /// The color space of the pixels.
  package enum Color: Sendable, Hashable {
    /// sRGB, declared by the sRGB chunk.
    case sRGB
    /// An ICC profile, its Latin-1 name, and its H.273 code points: primaries, transfer function,
    /// matrix and full-range flag.
    ///
    /// A picture with a color profile is never stored as grayscale.
    case profile(name: String, codePoints: [UInt8], icc: [UInt8])
  }

  /// The compression effort.
  package var effort: Effort
  /// The color space of the pixels.
  package var color: Color
  /// The density in pixels per meter on both axes; `nil` omits the density.
  package var pixelsPerMetre: Int?
  /// ASCII text chunks, which are written after the image data.
  package var texts: [Text] = []

  /// A text chunk.
  package struct Text: Sendable, Hashable {
    let keyword: String
    let text: String

    /// Creates a text chunk with a keyword.
    package init(_ keyword: String, _ text: String) { (self.keyword, self.text) = (keyword, text) }
  }

  /// Creates settings without text chunks.
  package init(effort: Effort = .fast, color: Color = .sRGB, pixelsPerMetre: Int? = nil) {
    self.effort = effort
    self.color = color
    self.pixelsPerMetre = pixelsPerMetre
  }

  /// Whether the picture can be stored as grayscale.
  ///
  /// A grayscale file cannot contain an RGB profile (PNG third edition, section 11.3.2.3).
  var allowsGray: Bool { color == .sRGB }
}
