internal import PhotoFormats

/// A photo format that can be decoded; the format of a file is detected by its signature.
public enum PhotoFormat: String, Sendable, CaseIterable {
  /// JPEG (ISO/IEC 10918).
  case jpeg = "JPEG"
  /// PNG (ISO/IEC 15948).
  case png = "PNG"
  /// WebP (RFC 9649).
  case webp = "WebP"
  /// HEIC, HEIF and AVIF (ISO/IEC 23008-12 with HEVC or AV1 pictures).
  case heif = "HEIF"
  /// SVG (W3C Scalable Vector Graphics 1.1), limited to drawings without text and links.
  case svg = "SVG"

  /// Detects the format of a file; returns nil if the format is not supported.
  public init?(_ bytes: [UInt8]) {
    if SVGFile.isOne(bytes) {
      self = .svg
      return
    }
    let bytes = PhotoBytes(bytes)
    switch PhotoContainer(bytes) {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .webp: self = .webp
    case .boxes(let brands):
      guard bytes.number(at: 0, 4) ?? 0 > 8, !PhotoFormat.stills.isDisjoint(with: brands) else {
        return nil
      }
      self = .heif
    case nil: return nil
    }
  }

  /// The brands of still images; a file can list them as its major brand or as a compatible brand.
  private static let stills: Set<FourCC> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1", "miaf",
    "avif", "avis",
  ]

  /// Describes an unsupported file for an error message.
  static func describe(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "an empty file" }
    if bytes.has("ftyp", at: 4) { return "a video, or a file in a related format" }
    if bytes.has("GIF8", at: 0) { return "a GIF file" }
    if bytes.has("II*\0", at: 0) || bytes.has("MM\0*", at: 0) { return "a TIFF or raw file" }
    if bytes.has("BM", at: 0) { return "a BMP file" }
    if bytes.has("%PDF", at: 0) { return "a PDF file" }
    if bytes.has("<", at: 0) { return "a text file (HTML or XML)" }
    return "a file in an unknown format"
  }
}

extension [UInt8] {
  /// Whether the bytes contain an ASCII string at an offset.
  fileprivate func has(_ text: String, at offset: Int) -> Bool {
    dropFirst(offset).starts(with: text.utf8)
  }
}
