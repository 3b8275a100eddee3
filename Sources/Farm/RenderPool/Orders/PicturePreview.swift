internal import Files
internal import Graphics
internal import SourceJSON
internal import WallfarmCore
package import WallfarmPluginKit

/// A small copy of a picture, in place of the picture.
///
/// The worker draws the whole picture and scales it, so the copy shows what the picture shows, and
/// the receipt is that of the picture. The copy is a JPEG, or a PNG if a pixel is transparent.
package struct PicturePreview: Sendable, Hashable {
  /// The size in pixels.
  package let size: PixelSize

  /// JPEG quality at which small text stays legible; a copy takes about 25 KB.
  private static let quality = 85

  /// Creates a preview of a picture, which is never larger than the picture.
  package init(of pixels: PixelSize, height: Int) {
    let scale = min(1, Double(max(1, height)) / Double(pixels.height))
    func scaled(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    size = PixelSize(width: scaled(pixels.width), height: scaled(pixels.height))
  }

  /// Reads ``json``; `nil` if it is invalid.
  init?(_ node: JSONNode) {
    guard let width = node["width"]?.whole, let height = node["height"]?.whole,
      (1...20_000).contains(width), (1...20_000).contains(height)
    else { return nil }
    size = PixelSize(width: width, height: height)
  }

  /// The members that ``init(_:)`` reads.
  var json: JSONValue {
    ["width": .number(Double(size.width)), "height": .number(Double(size.height))]
  }

  /// Scales, encodes and writes a drawn picture.
  ///
  /// - Throws: `raster-failed`, `output-failed`.
  func write(_ drawn: borrowing DrawnPicture, to descriptor: Int32) throws(RenderError) {
    let small = try drawn.picture.surface.scaled(to: size)
    var settings = EncodingSettings(effort: .fast, space: drawn.plan.encoding.space)
    settings.quality = .level(PicturePreview.quality)
    var file = try JPEGEncoder().encode(small, settings)
    if file == nil { file = try PNGEncoder().encode(small, settings) }
    try WholeFile.write(file?.pieces ?? [], to: descriptor, origin: .option("output"))
  }
}
