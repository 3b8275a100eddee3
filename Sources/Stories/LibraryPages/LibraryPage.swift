internal import Digests
internal import Graphics
internal import Pages
package import PhotoLibrary
internal import SourceJSON
package import WallfarmPluginKit

/// A page to look through photos by time and on a map: one file, which asks for no other.
package struct LibraryPage {
  /// What browsers open in good time: measured in docs/library.md.
  package static let mostBytes = 128 << 20
  /// So many small copies fill a page of that size.
  package static let mostPictures = 10_000
  /// Pictures that a browser takes apart together: a screen or two.
  private static let picturesTogether = 64

  private let data: PageData
  private let language: PageWords
  private let pictures: [[UInt8]?]
  private let coast: PageCoast?
  private let made: String

  /// Prepares a page.
  ///
  /// - Parameters:
  ///   - library: where trips and the names of places come from.
  ///   - photos: what it shows, day by day.
  ///   - language: of its words.
  ///   - withPlaces: whether it says where photos were taken; only then there is a map.
  ///   - pictures: a WebP file for each photo, nil where there is none; empty for a page without.
  ///   - coast: what the map draws; nil for a page without one.
  ///   - made: what made it.
  package init(
    _ library: PhotoLibrary, photos: [LibraryPhoto], language: PageWords, withPlaces: Bool,
    pictures: [[UInt8]?], coast: PageCoast?, made: String
  ) {
    data = PageData(library: library, photos: photos, withPlaces: withPlaces)
    (self.language, self.pictures, self.coast, self.made) = (language, pictures, coast, made)
  }

  /// The page, in pieces that nobody has to join.
  ///
  /// - Throws: `page-too-large`.
  package func pieces() throws(RenderError) -> [[UInt8]] {
    var words = data.words
    words["language"] = .string(language.rawValue)
    words["words"] = language.words
    words["made"] = .string(made)
    words["coast"] = coast?.words
    if !pictures.isEmpty { words["together"] = .number(Double(Self.picturesTogether)) }
    let pieces = SelfContainedPage.pieces(
      SelfContainedPage.strict(Resources.libraryPage), title: language.title,
      data: .object(words), texts: texts)
    let count = pieces.reduce(0) { $0 + $1.count }
    guard count <= Self.mostBytes else {
      throw .pageTooLarge("\(count >> 20) MB", most: "\(Self.mostBytes >> 20) MB")
    }
    return pieces
  }

  /// Pictures as lines of text, some together, the latest first, as they are seen: they stand behind the script, which
  /// takes them apart when they are needed.
  private var texts: [[UInt8]] {
    let latest = Array(pictures.reversed())
    return stride(from: 0, to: latest.count, by: Self.picturesTogether).map { start in
      let end = min(start + Self.picturesTogether, latest.count)
      return Array(
        latest[start..<end].map { $0.map { Base64.text(of: $0) } ?? "" }
          .joined(separator: "\n").utf8)
    }
  }
}

extension RenderError {
  /// What a page would have, and what it may have.
  package static func pageTooLarge(_ found: String, most: String) -> RenderError {
    RenderError(
      .pageTooLarge, "the page would have \(found), and browsers open up to \(most) in good time",
      hint: "make a page of a part: --trip, --from and --to, or --limit")
  }
}
