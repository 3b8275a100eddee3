internal import Digests
internal import Graphics
internal import Pages
package import PhotoLibrary
internal import SourceJSON
package import WallfarmPluginKit

/// A self-contained page for browsing photos by time and on a map.
package struct LibraryPage {
  /// The maximum size in bytes of a page that browsers open quickly, as measured in
  /// docs/library.md.
  package static let mostBytes = 128 << 20
  /// The maximum number of photos on a page with thumbnails; this number fills a page of the
  /// maximum size.
  package static let mostPictures = 10_000
  /// The number of thumbnails that the script decodes in one batch: enough for one or two screens.
  private static let picturesTogether = 64

  private let data: PageData
  private let language: PageText
  private let pictures: [[UInt8]?]
  private let coast: PageCoast?
  private let made: String

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - library: the library that provides trips and place names.
  ///   - photos: the photos to show, ordered by day.
  ///   - language: the language of the page.
  ///   - withPlaces: whether the page contains locations, and therefore a map.
  ///   - pictures: a WebP thumbnail for each photo, or nil if it has none; an empty array for a
  ///     page without thumbnails.
  ///   - coast: the coastlines of the map; nil for a page without a map.
  ///   - made: the name of the generator.
  package init(
    _ library: PhotoLibrary, photos: [LibraryPhoto], language: PageText, withPlaces: Bool,
    pictures: [[UInt8]?], coast: PageCoast?, made: String
  ) {
    data = PageData(library: library, photos: photos, withPlaces: withPlaces)
    (self.language, self.pictures, self.coast, self.made) = (language, pictures, coast, made)
  }

  /// The page as consecutive byte arrays, which avoids joining the whole page in memory.
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

  /// Batches of Base64 thumbnails that the script decodes on demand, starting with the latest
  /// photos.
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
  /// The error for a page that exceeds a limit.
  package static func pageTooLarge(_ found: String, most: String) -> RenderError {
    RenderError(
      .pageTooLarge, "the page would have \(found); browsers support at most \(most)",
      hint: "select fewer photos with --trip, --from and --to, or --limit")
  }
}
