import PhotoFormats

/// Detects the format of a photo by its signature.
extension PhotoHeader.Format {
  /// Detects the format; nil for an unknown signature.
  init?(_ bytes: PhotoBytes) {
    switch PhotoContainer(bytes) {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .webp: self = .webp
    case .boxes(let brands):
      guard let format = Self.format(of: brands) else { return nil }
      self = format
    case nil:
      guard Self.isRaw(bytes) else { return nil }
      self = .raw
    }
  }

  /// Whether a file that is shorter than 12 bytes may be a truncated photo.
  static func isBeginning(_ bytes: PhotoBytes) -> Bool {
    guard bytes.size < 12, let all = bytes.copy(0..<bytes.size) else { return false }
    let heads: [[UInt8?]] = [
      [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
      Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8),
      [0, 0, 0, nil] + Array("ftyp".utf8), Array("II*\0".utf8), Array("MM\0*".utf8),
    ]
    return heads.contains { head in
      zip(all, head).allSatisfy { $1 == nil || $0 == $1 }
    }
  }

  /// The accepted magic numbers of TIFF headers: 42 and, for raw files, also the numbers of Olympus
  /// and Panasonic.
  var marks: Set<Int> { self == .raw ? [42, 0x4F52, 0x5352, 0x55] : [42] }

  private static func isRaw(_ bytes: PhotoBytes) -> Bool {
    if bytes.has("FUJIFILMCCD-RAW", at: 0) { return true }
    return TIFFReader(ExifBlock(bytes, 0..<bytes.size), marks: Self.raw.marks) != nil
  }

  /// The format that the major and compatible brands of a file indicate.
  ///
  /// ISO/IEC 23008-12, 10.2; AVIF 1.1, section 6; Canon's CR3 has `crx `. Generic picture brands
  /// are used only if no other brand identifies the codec.
  private static func format(of brands: [FourCC]) -> Self? {
    var found: Self?
    // Skip the second entry, which is the minor version.
    for brand in brands.prefix(1) + brands.dropFirst(2) {
      switch brand {
      case "avif", "avis": return .avif
      case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": return .heif
      case "mif1", "mif2", "msf1", "miaf": found = .heif
      case "crx ": return .raw
      default: break
      }
    }
    return found
  }
}
