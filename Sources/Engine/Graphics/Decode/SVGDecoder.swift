internal import CSVG
import PhotoFormats
import WallfarmPluginKit

/// Draws SVG files with librsvg, after PhotoFormats has checked them.
struct SVGDecoder: Sendable {
  private let bytes: [UInt8]
  private let file: String
  /// The size of the drawing in CSS pixels.
  private let size: Size

  /// The nominal longer side of a drawing in pixels; a drawing has no pixel size of its own.
  private static let nominalSide = 4096.0
  /// The maximum width and height of a drawing in pixels.
  private static let mostSide = 8192
  /// The maximum width and height of an embedded picture in pixels.
  private static let mostPictureSide = 4096

  /// Checks a file.
  ///
  /// - Throws: one of the `svg-…` codes, with the line and column; errors of embedded pictures.
  init(_ bytes: [UInt8], file: String) throws(RenderError) {
    let drawing = try SVGDecoder.checked(bytes, file: file)
    for picture in drawing.pictures {
      let decoder = try PhotoDecoder(
        picture.bytes, file: file, limits: PhotoLimits(side: Self.mostPictureSide))
      guard decoder.format == .png || decoder.format == .jpeg else {
        throw .photoFormat("an SVG that embeds a \(decoder.format.rawValue) file", file: file)
      }
    }
    (self.bytes, self.file, size) = (bytes, file, drawing.size)
  }

  /// Checks a file and the structure of its embedded pictures, without a C library.
  ///
  /// - Throws: one of the `svg-…` codes, with the line and column; errors of embedded pictures.
  static func checkStructure(_ bytes: [UInt8], file: String) throws(RenderError) {
    for picture in try checked(bytes, file: file).pictures {
      try PhotoDecoder.checkStructure(picture.bytes, file: file)
    }
  }

  private static func checked(_ bytes: [UInt8], file: String) throws(RenderError) -> SVGFile {
    do throws(SVGFlaw) {
      return try SVGFile(bytes)
    } catch {
      throw error.error(in: bytes, file: file)
    }
  }

  /// The header: a nominal size with the proportions of the drawing.
  var header: PhotoHeader {
    let factor = SVGDecoder.nominalSide / max(size.width, size.height)
    func side(_ length: Double) -> Int { max(1, Int((length * factor).rounded())) }
    return PhotoHeader(size: PixelSize(width: side(size.width), height: side(size.height)))
  }

  /// Returns the size at which the file is drawn: exactly the needed size, up to a limit.
  func drawnSize(for needed: PixelSize) -> PixelSize {
    let most = Double(SVGDecoder.mostSide)
    let factor = min(1, most / Double(max(needed.width, needed.height)))
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * factor).rounded())) }
    return PixelSize(width: side(needed.width), height: side(needed.height))
  }

  /// Draws the file.
  ///
  /// - Throws: `photo-unreadable` if librsvg is missing or cannot draw the file; `raster-failed` if
  ///   there is not enough memory.
  func draw(at needed: PixelSize) throws(RenderError) -> DecodedPhoto {
    let pixels = drawnSize(for: needed)
    var surface = try ImageSurface(size: pixels)
    try surface.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      var message = SVGDecoder.noMessage
      let status = wallfarm_svg_draw(
        bytes, bytes.count, UnsafeMutableRawPointer(canvas.cairo), size.width, size.height,
        Double(pixels.width), Double(pixels.height), &message)
      guard status == 0 else {
        let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw .photoUnreadable(String(decoding: text, as: UTF8.self), file: file)
      }
    }
    return DecodedPhoto(drawing: surface)
  }

  /// The version of librsvg, or a constant if the library is missing.
  static var version: String {
    var (version, message) = ([UInt32](repeating: 0, count: 3), noMessage)
    guard wallfarm_svg_version(&version, &message) == 0 else { return "missing" }
    return version.map(String.init).joined(separator: ".")
  }

  private static let noMessage = [CChar](repeating: 0, count: 256)
}
