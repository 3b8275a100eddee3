import SourceJSON
public import WallfarmPluginKit

/// The files next to a gallery's page with which the open page updates itself.
///
/// A page that was opened from a file cannot read other files, but it can run scripts. The page
/// therefore runs the small news script repeatedly, and the pictures script if the version in the
/// news has changed.
public struct GalleryFeed: Sendable, Hashable {
  /// The name of the script that contains the current version and the problems.
  public let news: String
  /// The name of the script that contains the pictures.
  public let pictures: String
  /// The version of the pictures, which is different for each change of the page.
  public let version: String

  /// Creates the names of the files.
  ///
  /// - Parameters:
  ///   - page: the name of the page's file.
  ///   - version: the version of the pictures.
  public init(page: String, version: String) {
    let stem = page.hasSuffix(".html") ? String(page.dropLast(5)) : page
    (news, pictures, self.version) = ("\(stem).news.js", "\(stem).pictures.js", version)
  }

  /// Returns the pictures script as consecutive pieces.
  ///
  /// - Throws: `raster-failed` if a picture cannot be encoded.
  public func picturesScript(of gallery: Gallery) throws(RenderError) -> [[UInt8]] {
    let data = try GalleryPage(gallery, feed: self).data().text(pretty: false)
    return [Array("wallfarmGallery.show(".utf8), Array(data.utf8), Array(");\n".utf8)]
  }

  /// Returns the news script, which contains the problems because of which pictures are out of date.
  public func newsScript(_ problems: [RenderError]) -> [UInt8] {
    let news: JSONValue = [
      "version": .string(version),
      "problems": .array(
        problems.map { problem in
          [
            "code": .string(problem.code.rawValue), "message": .string(problem.message),
            "place": problem.origin.map { .string($0.description) } ?? .null,
            "hint": problem.hint.map(JSONValue.string) ?? .null,
          ]
        }),
    ]
    return Array("wallfarmGallery.tell(\(news.text(pretty: false)));\n".utf8)
  }

  var json: JSONValue {
    ["news": .string(news), "pictures": .string(pictures), "version": .string(version)]
  }
}
