/// How a PNG file is made, and what it says about itself.
package struct PNGSettings: Sendable, Hashable {
  /// How hard to try for a small file.
  package enum Effort: Sendable, Hashable, CaseIterable {
    /// One look at a few rows of each band.
    case fast
    /// Tries the ways that are likely to help.
    case balanced
    /// Tries all ways, and the whole picture in one stream; seconds, not milliseconds.
    case small
  }

  /// What the numbers of the pixels mean.
  package enum Color: Sendable, Hashable {
    /// sRGB, which a chunk of its own says.
    case sRGB
    /// A profile: its name in Latin letters, its code points of ITU-T H.273 (primaries, curve, matrix, full
    /// range), and all of it as ICC has it. Such a picture is never stored as gray.
    case profile(name: String, codePoints: [UInt8], icc: [UInt8])
  }

  /// How hard to try for a small file.
  package var effort: Effort
  /// What the numbers of the pixels mean.
  package var color: Color
  /// Density of the screen, on both axes; nil says nothing of it.
  package var pixelsPerMetre: Int?
  /// Keywords with their texts, ASCII, behind the picture.
  package var texts: [Text] = []

  /// A text that the file carries.
  package struct Text: Sendable, Hashable {
    let keyword: String
    let text: String

    /// Makes one.
    package init(_ keyword: String, _ text: String) { (self.keyword, self.text) = (keyword, text) }
  }

  /// Makes settings for a file that says nothing about itself yet.
  package init(effort: Effort = .fast, color: Color = .sRGB, pixelsPerMetre: Int? = nil) {
    self.effort = effort
    self.color = color
    self.pixelsPerMetre = pixelsPerMetre
  }

  /// A grayscale file cannot carry a profile for colours (PNG third edition, section 11.3.2.3).
  var allowsGray: Bool { color == .sRGB }
}
