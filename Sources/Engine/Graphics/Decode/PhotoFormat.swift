/// What a file is, by its first bytes and never by its name.
public enum PhotoFormat: String, Sendable, CaseIterable {
  /// ISO/IEC 10918.
  case jpeg = "JPEG"
  /// ISO/IEC 15948.
  case png = "PNG"
  /// RFC 9649.
  case webp = "WebP"
  /// ISO/IEC 23008-12 with HEVC or AV1 pictures: HEIC, HEIF and AVIF.
  case heif = "HEIF"

  /// Recognises a format that can be decoded, or nil.
  public init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
      self = .webp
    } else if bytes.has("ftyp", at: 4), PhotoFormat.isStill(bytes) {
      self = .heif
    } else {
      return nil
    }
  }

  /// Brands of still pictures, as the major brand or among the compatible ones.
  private static func isStill(_ bytes: [UInt8]) -> Bool {
    let brands = [
      "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1",
      "miaf", "avif", "avis",
    ]
    let length = min(bytes.count, bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }, 256)
    return stride(from: 8, to: max(8, length), by: 4).contains { offset in
      brands.contains { bytes.has($0, at: offset) }
    }
  }

  /// What a file that cannot be decoded seems to be, for the message.
  static func describe(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "an empty file" }
    if bytes.has("ftyp", at: 4) { return "a video or another file of that family" }
    if bytes.has("GIF8", at: 0) { return "a GIF file" }
    if bytes.has("II*\0", at: 0) || bytes.has("MM\0*", at: 0) { return "a TIFF or raw file" }
    if bytes.has("BM", at: 0) { return "a BMP file" }
    if bytes.has("%PDF", at: 0) { return "a PDF file" }
    if bytes.has("<", at: 0) { return "a text file (HTML, SVG or XML)" }
    return "a file of an unknown format"
  }
}

extension [UInt8] {
  /// Whether ASCII text stands at an offset.
  fileprivate func has(_ text: String, at offset: Int) -> Bool {
    dropFirst(offset).starts(with: text.utf8)
  }
}
