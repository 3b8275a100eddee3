/// The container format of a photo, detected by its signature.
package enum PhotoContainer {
  case jpeg
  case png
  case webp
  /// An ISO base media file: HEIF, a video or a related format.
  case boxes(brands: [FourCC])

  /// Detects the format; nil for an unknown signature.
  package init?(_ bytes: PhotoBytes) {
    if bytes.number(at: 0, 3) == 0xFF_D8FF {
      self = .jpeg
    } else if bytes.number(at: 0, 4) == 0x8950_4E47, bytes.number(at: 4, 4) == 0x0D0A_1A0A {
      self = .png
    } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
      self = .webp
    } else if bytes.has("ftyp", at: 4) {
      self = .boxes(brands: PhotoContainer.brands(of: bytes))
    } else {
      return nil
    }
  }

  /// Reads the fields of the `ftyp` box: the major brand, the minor version and the compatible
  /// brands (ISO/IEC 14496-12, 4.3).
  private static func brands(of bytes: PhotoBytes) -> [FourCC] {
    let length = bytes.number(at: 0, 4) ?? 0
    return stride(from: 8, to: min(max(length, 12), mostBrandBytes), by: 4)
      .lazy.map { bytes.name(at: $0) }.prefix { $0 != nil }.compactMap(\.self)
  }

  private static let mostBrandBytes = 256
}
