internal import Digests
public import WallfarmPluginKit

/// Decodes a photo in two steps: opening and decoding.
///
/// Opening a photo reads and checks its header. Decoding can wait until the required resolution is
/// known.
public struct PhotoDecoder: Sendable {
  /// The format, detected from the content.
  public let format: PhotoFormat
  /// The size of the upright picture.
  public let size: PixelSize
  private let header: PhotoHeader
  private let structure: PhotoStructure
  private let bytes: [UInt8]
  private let file: String
  /// The drawing of an SVG file.
  private let drawing: SVGDecoder?

  /// Detects the format and checks the header against the limits.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: the path of the file, used only in messages.
  ///   - limits: the limits on file size, dimensions, decoder memory, tiles and scans.
  /// - Throws: `photo-format`, `photo-unreadable` or `photo-too-large`; for an SVG file, one of the
  ///   `svg-…` codes.
  public init(
    _ bytes: [UInt8], file: String, limits: PhotoLimits = PhotoLimits()
  ) throws(RenderError) {
    let format = try PhotoDecoder.checkFormat(bytes, file: file)
    self.format = format
    self.bytes = bytes
    self.file = file
    // Check all lengths in the file before a library uses them.
    structure = try PhotoStructure(bytes, format: format, file: file)
    try structure.checkCounts(against: limits, file: file)
    drawing = format == .svg ? try SVGDecoder(bytes, file: file) : nil
    header =
      switch format {
      case .jpeg:
        try JPEGDecoder.header(of: bytes, mostMemory: structure.decoderBytes, file: file)
      case .png: try PNGDecoder.header(of: bytes, file: file)
      case .webp: try WebPDecoder.header(of: bytes, file: file)
      case .heif: try HEIFDecoder.header(of: bytes, file: file)
      case .svg: drawing?.header ?? PhotoHeader(size: PixelSize(width: 1, height: 1))
      }
    size = header.size.turned(by: header.orientation)
    try check(against: limits)
  }

  /// Detects the format from the start of a file; the first 512 bytes are enough.
  ///
  /// - Throws: `photo-format` if the format is not supported.
  @discardableResult
  public static func checkFormat(_ bytes: [UInt8], file: String) throws(RenderError) -> PhotoFormat
  {
    if let format = PhotoFormat(bytes) { return format }
    throw .photoFormat(PhotoFormat.describe(bytes), file: file)
  }

  /// Checks the structure of a photo, or a whole SVG file, without a C library.
  ///
  /// - Throws: `photo-format`, `photo-unreadable` or `photo-too-large`; for an SVG file, one of the
  ///   `svg-…` codes.
  public static func checkStructure(_ bytes: [UInt8], file: String) throws(RenderError) {
    let format = try checkFormat(bytes, file: file)
    if format == .svg { return try SVGDecoder.checkStructure(bytes, file: file) }
    _ = try PhotoStructure(bytes, format: format, file: file)
  }

  /// The SHA-256 digest of the file as 64 lowercase hex digits.
  public var digest: String { SHA256.hex(of: bytes) }

  /// Whether the file is a drawing, which is sharp at any size and is drawn at the size that a layer
  /// needs.
  public var isDrawing: Bool { drawing != nil }

  /// The version of the library that draws the file, which is part of cache keys; `nil` for photos.
  package var drawingLibrary: String? { isDrawing ? "librsvg \(SVGDecoder.version)" : nil }

  /// The fingerprint that wallfarm wrote to the file, as hex digits and hyphens.
  ///
  /// The value is nil for files from other programs.
  public var fingerprint: String? {
    let text: String? =
      switch format {
      case .png: PNGProperties(bytes).texts["Fingerprint"]
      case .jpeg: JPEGMarkers(bytes).comment?.split(separator: "fingerprint ").last.map(String.init)
      case .webp:
        (try? WebPDecoder.xmp(of: bytes, file: file))?.split(separator: "xmp:Label='").dropFirst()
          .first.map { String($0.prefix { $0 != "'" }) }
      case .heif, .svg: nil
      }
    return text.flatMap { text in
      let isOurs = text.allSatisfy { $0.isHexDigit || $0 == "-" }
      return (64...256).contains(text.utf8.count) && isOurs ? text : nil
    }
  }

  /// Checks the photo's file size, dimensions, tiles, scans and decoder memory against limits.
  ///
  /// - Throws: `photo-too-large`.
  public func check(against limits: PhotoLimits) throws(RenderError) {
    if bytes.count > limits.bytes {
      throw .photoTooLarge(
        "\(bytes.count) bytes", limit: "\(limits.bytes)", setting: "--max-photo-bytes", file: file)
    }
    if max(size.width, size.height) > limits.side {
      throw .photoTooLarge(
        "\(size) pixels", limit: "\(limits.side) pixels per side", setting: "--max-photo-side",
        file: file)
    }
    if size.area > limits.pixels {
      throw .photoTooLarge(
        "\(size) pixels", limit: "\(limits.pixels) pixels", setting: "--max-photo-pixels",
        file: file)
    }
    try structure.checkCounts(against: limits, file: file)
    try structure.checkMemory(against: limits, fileBytes: bytes.count, file: file)
  }

  /// Returns the size of the upright picture that ``decode(atLeast:)`` returns for the same
  /// argument.
  public func decodedSize(atLeast needed: PixelSize) -> PixelSize {
    if let drawing { return drawing.drawnSize(for: needed) }
    guard format == .jpeg else { return size }
    let stored = needed.turned(by: header.orientation)
    return JPEGDecoder.scaledSize(of: header.size, atLeast: stored)
      .turned(by: header.orientation)
  }

  /// Decodes the picture to premultiplied pixels in stored orientation.
  ///
  /// - Parameters:
  ///   - needed: the minimum size of the upright picture, or nil for full size; a JPEG is decoded
  ///     at the smallest sufficient scale.
  ///   - part: the visible part of the picture, or nil for the whole picture; for a JPEG, the
  ///     columns outside this part are skipped.
  /// - Returns: the pixels with their orientation and color space.
  /// - Throws: `photo-unreadable` for an incomplete or damaged picture.
  public func decode(
    atLeast needed: PixelSize? = nil, part: PhotoPart? = nil
  ) throws(RenderError) -> DecodedPhoto {
    switch format {
    case .jpeg: return try JPEGDecoder.decode(jpegWork(needed, part))
    case .png: return try PNGDecoder.decode(bytes, header: header, file: file)
    case .webp:
      let surface = try WebPDecoder.decode(bytes, size: header.size, file: file)
      return DecodedPhoto(surface: surface, orientation: header.orientation, color: header.color)
    case .heif: return try HEIFDecoder.decode(bytes, file: file)
    case .svg:
      guard let drawing else { preconditionFailure("an SVG file has a drawing") }
      return try drawing.draw(at: needed ?? header.size)
    }
  }

  /// Starts decoding a JPEG on another thread; other formats are decoded before the method returns.
  ///
  /// Drawing waits for the rows that it needs. The pixels are valid only after
  /// ``DecodedPhoto/finish()`` returns without an error.
  ///
  /// - Parameters:
  ///   - needed: see ``decode(atLeast:part:)``.
  ///   - part: see ``decode(atLeast:part:)``.
  /// - Returns: a photo; some of its rows may not be decoded yet.
  /// - Throws: `photo-unreadable` if damage is detected before decoding starts.
  public func start(
    atLeast needed: PixelSize? = nil, part: PhotoPart? = nil
  ) throws(RenderError) -> DecodedPhoto {
    guard format == .jpeg else { return try decode(atLeast: needed, part: part) }
    return try JPEGDecoder.start(jpegWork(needed, part))
  }

  private func jpegWork(_ needed: PixelSize?, _ part: PhotoPart?) -> JPEGDecoder.Work {
    JPEGDecoder.Work(
      bytes: bytes, header: header,
      needed: needed.map { $0.turned(by: header.orientation) } ?? header.size,
      part: part ?? PhotoPart(wholeOf: size), mostMemory: structure.decoderBytes, file: file)
  }
}

/// A photo's header.
struct PhotoHeader: Sendable {
  /// The size in stored orientation.
  let size: PixelSize
  var orientation = Orientation.upright
  var color = PhotoColor.sRGB
}

extension PixelSize {
  /// Returns the size after an orientation is applied; applying it twice restores the original
  /// size.
  package func turned(by orientation: Orientation) -> PixelSize {
    orientation.swapsSides ? PixelSize(width: height, height: width) : self
  }
}
