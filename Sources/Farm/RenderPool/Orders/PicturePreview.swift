internal import Files
internal import Graphics
internal import SourceJSON
internal import WallfarmCore
package import WallfarmPluginKit

/// A small copy of a picture, returned instead of the picture.
///
/// The worker draws the whole picture and scales it down, so the copy has the same content, and the
/// receipt describes the full picture. The copy is a JPEG, or a PNG if any pixel is transparent.
package struct PicturePreview: Sendable, Hashable {
  /// The size in pixels.
  package let size: PixelSize

  /// A JPEG quality that keeps small text legible; a preview is about 25 KB.
  private static let quality = 85

  /// Creates a preview that is never larger than the picture.
  package init(of pixels: PixelSize, height: Int) {
    let scale = min(1, Double(max(1, height)) / Double(pixels.height))
    func scaled(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    size = PixelSize(width: scaled(pixels.width), height: scaled(pixels.height))
  }

  /// Decodes ``json``; returns `nil` if it is invalid.
  init?(_ node: JSONNode) {
    guard let width = node["width"]?.whole, let height = node["height"]?.whole,
      (1...20_000).contains(width), (1...20_000).contains(height)
    else { return nil }
    size = PixelSize(width: width, height: height)
  }

  /// The JSON object that ``init(_:)`` decodes.
  var json: JSONValue {
    ["width": .number(Double(size.width)), "height": .number(Double(size.height))]
  }

  /// Scales, encodes and writes a rendered picture.
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
