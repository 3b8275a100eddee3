/// What a file is, by its first bytes and never by its name.
public enum PhotoFormat: String, Sendable, CaseIterable {
  /// ISO/IEC 10918.
  case jpeg = "JPEG"
  /// ISO/IEC 15948.
  case png = "PNG"

  /// Recognises a format that can be decoded, or nil.
  public init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else {
      return nil
    }
  }

  /// What a file that cannot be decoded seems to be, for the message.
  static func describe(_ bytes: [UInt8]) -> String {
    func brand(_ text: String, at offset: Int) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    if bytes.isEmpty { return "empty" }
    if brand("ftyp", at: 4) { return "a HEIC, AVIF or video file, which is not supported yet" }
    if brand("RIFF", at: 0), brand("WEBP", at: 8) {
      return "a WebP file, which is not supported yet"
    }
    if brand("GIF8", at: 0) { return "a GIF file, which is not supported" }
    if brand("II*\0", at: 0) || brand("MM\0*", at: 0) {
      return "a TIFF or raw file, which is not supported"
    }
    if brand("%PDF", at: 0) { return "a PDF file, which is not a photo" }
    if brand("<", at: 0) { return "a text file (HTML, SVG or XML), which is not a photo" }
    return "in no format that wallfarm knows"
  }
}

/// Bounds that a photo must keep, checked against its header before anything is allocated.
public struct PhotoLimits: Sendable, Hashable {
  /// Most bytes of a file.
  public var bytes: Int
  /// Most pixels.
  public var pixels: Int
  /// Most pixels along a side.
  public var side: Int

  /// Makes limits; the defaults take any phone's photo: 64 MiB, 100 megapixels, 30,000 a side.
  public init(bytes: Int = 64 << 20, pixels: Int = 100_000_000, side: Int = 30_000) {
    self.bytes = bytes
    self.pixels = pixels
    self.side = side
  }
}
