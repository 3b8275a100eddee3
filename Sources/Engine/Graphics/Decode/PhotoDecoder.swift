internal import Digests
public import WallfarmPluginKit

/// Turns the bytes of a photo into pixels.
///
/// A photo is opened first, which reads and checks its header, and decoded later, once it is known
/// how many pixels are needed.
public struct PhotoDecoder: Sendable {
  /// The format that the content shows.
  public let format: PhotoFormat
  /// Size of the upright picture.
  public let size: PixelSize
  private let header: PhotoHeader
  private let structure: PhotoStructure
  private let bytes: [UInt8]
  private let file: String

  /// Recognises a photo and checks its header against the limits.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: its path, for messages only.
  ///   - limits: bounds on pixels and sides.
  /// - Throws: `photo-format`, `photo-unreadable` or `photo-too-large`.
  public init(
    _ bytes: [UInt8], file: String, limits: PhotoLimits = PhotoLimits()
  ) throws(RenderError) {
    let format = try PhotoDecoder.checkFormat(bytes, file: file)
    self.format = format
    self.bytes = bytes
    self.file = file
    // What a file says of itself is held against the file before a library sees it.
    structure = try PhotoStructure(bytes, format: format, file: file)
    try structure.checkCounts(against: limits, file: file)
    header =
      switch format {
      case .jpeg:
        try JPEGDecoder.header(of: bytes, mostMemory: structure.decoderBytes, file: file)
      case .png: try PNGDecoder.header(of: bytes, file: file)
      case .webp: try WebPDecoder.header(of: bytes, file: file)
      case .heif: try HEIFDecoder.header(of: bytes, file: file)
      }
    size = header.size.turned(by: header.orientation)
    try check(against: limits)
  }

  /// The format of a file by its first bytes; 512 are enough.
  ///
  /// - Throws: `photo-format`.
  @discardableResult
  public static func checkFormat(_ bytes: [UInt8], file: String) throws(RenderError) -> PhotoFormat
  {
    if let format = PhotoFormat(bytes) { return format }
    throw .photoFormat(PhotoFormat.describe(bytes), file: file)
  }

  /// SHA-256 of the file, 64 lower-case hex digits.
  public var digest: String { SHA256.hex(of: bytes) }

  /// The fingerprint that wallfarm wrote into its file, hex digits and hyphens; nil where there is
  /// none.
  public var fingerprint: String? {
    let text: String? =
      switch format {
      case .png: PNGProperties(bytes).texts["Fingerprint"]
      case .jpeg: JPEGMarkers(bytes).comment?.split(separator: "fingerprint ").last.map(String.init)
      case .webp:
        (try? WebPDecoder.xmp(of: bytes, file: file))?.split(separator: "xmp:Label='").dropFirst()
          .first.map { String($0.prefix { $0 != "'" }) }
      case .heif: nil
      }
    return text.flatMap { text in
      let isOurs = text.allSatisfy { $0.isHexDigit || $0 == "-" }
      return (64...256).contains(text.utf8.count) && isOurs ? text : nil
    }
  }

  /// Compares the size with limits.
  ///
  /// - Throws: `photo-too-large`.
  public func check(against limits: PhotoLimits) throws(RenderError) {
    if bytes.count > limits.bytes {
      throw .photoTooLarge(
        "\(bytes.count) bytes", limit: "\(limits.bytes)", setting: "--max-photo-bytes", file: file)
    }
    if max(size.width, size.height) > limits.side {
      throw .photoTooLarge(
        "\(size) pixels", limit: "\(limits.side) a side", setting: "--max-photo-side", file: file)
    }
    if size.area > limits.pixels {
      throw .photoTooLarge(
        "\(size) pixels", limit: "\(limits.pixels) pixels", setting: "--max-photo-pixels",
        file: file)
    }
    try structure.checkCounts(against: limits, file: file)
    try structure.checkMemory(against: limits, fileBytes: bytes.count, file: file)
  }

  /// The size of the upright picture that ``decode(atLeast:)`` gives.
  public func decodedSize(atLeast needed: PixelSize) -> PixelSize {
    guard format == .jpeg else { return size }
    let stored = needed.turned(by: header.orientation)
    return JPEGDecoder.scaledSize(of: header.size, atLeast: stored)
      .turned(by: header.orientation)
  }

  /// Decodes the picture as it is stored, premultiplied.
  ///
  /// - Parameters:
  ///   - needed: the upright picture is at least this large on both sides where the photo is; a JPEG
  ///     is decoded straight to a smaller size when that is enough. Nil: full size.
  ///   - part: what is needed of a JPEG; all else may be left out. Nil: the whole.
  /// - Returns: pixels, with the turn and the colours they need.
  /// - Throws: `photo-unreadable` for anything but a whole, undamaged picture.
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
    }
  }

  /// Begins to decode a JPEG on another thread; other formats are decoded now.
  ///
  /// Drawing waits for the rows it needs. Nothing that was drawn counts before
  /// ``DecodedPhoto/finish()`` has returned.
  ///
  /// - Parameters:
  ///   - needed: as for ``decode(atLeast:part:)``.
  ///   - part: as for ``decode(atLeast:part:)``.
  /// - Returns: pixels that are arriving.
  /// - Throws: `photo-unreadable` for what is known to be damaged already.
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

/// What is known of a photo before it is decoded.
struct PhotoHeader: Sendable {
  /// Size as stored.
  let size: PixelSize
  var orientation = Orientation.upright
  var color = PhotoColor.sRGB
}

extension PixelSize {
  /// The size after a turn; the same turn back gives the first size again.
  func turned(by orientation: Orientation) -> PixelSize {
    orientation.swapsSides ? PixelSize(width: height, height: width) : self
  }
}
