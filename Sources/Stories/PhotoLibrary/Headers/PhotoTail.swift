package import PhotoFormats
package import WallfarmPluginKit

/// Whether a photo has its end, found out from its last bytes.
///
/// What phones put behind the picture is fine: a film, a second picture, a zone of zeros.
package enum PhotoTail {
  /// How far before the end of a file a mark is looked for.
  private static let tailBytes = 64 << 10

  /// Looks at the end of a photo whose head has been read.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - header: what was read from it; only a photo without damage is looked at.
  /// - Returns: nil where the end is there, and for raw files, which have no mark of it.
  /// - Throws: what the source throws.
  package static func damage(
    of source: any ByteSource, _ header: PhotoHeader
  ) throws(RenderError) -> PhotoDamage? {
    guard header.damage == nil, let format = header.format else { return header.damage }
    let bytes = PhotoBytes(source)
    let damage: PhotoDamage? =
      switch format {
      case .jpeg: jpeg(bytes, from: header.scanStart)
      case .png: png(bytes)
      case .webp: webp(bytes)
      case .heif, .avif: heif(bytes)
      case .raw: nil
      }
    if let failure = bytes.failure { throw failure }
    return damage
  }

  private static func tail(_ bytes: PhotoBytes, from start: Int = 0) -> [UInt8] {
    let start = max(start, bytes.size - tailBytes)
    return start < bytes.size ? bytes.copy(start..<bytes.size) ?? [] : []
  }

  /// The mark of the end, FF D9, cannot stand among coded pixels: there a 0 follows each FF, or the number of a
  /// restart, or between scans the mark of a table (ISO/IEC 10918-1, B.1.1.2).
  ///
  /// Where the last bytes have other marks, they are no coded pixels but what a phone put behind the end, which
  /// is farther away then; where they have none, the picture goes on to the end of the file, and was cut.
  private static func jpeg(_ bytes: PhotoBytes, from scan: Int) -> PhotoDamage? {
    // Almost always it is the very last thing.
    if bytes.size - 2 >= scan, bytes.number(at: bytes.size - 2, 2) == 0xFFD9 { return nil }
    let tail = tail(bytes, from: scan)
    var isForeign = false
    for place in tail.indices.dropLast() where tail[place] == 0xFF {
      switch tail[place + 1] {
      case 0xD9: return nil
      case 0x00, 0xFF, 0xC4, 0xCC, 0xD0...0xD7, 0xDA...0xDD, 0xFE: break
      default: isForeign = true
      }
    }
    return isForeign ? nil : noEnd
  }

  /// The last chunk, with its checksum (PNG, third edition, 11.2.5).
  private static func png(_ bytes: PhotoBytes) -> PhotoDamage? {
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    if bytes.copy(max(0, bytes.size - end.count)..<bytes.size) == end { return nil }
    let tail = tail(bytes)
    guard tail.count >= end.count else { return noEnd }
    for place in (0...tail.count - end.count).reversed() where tail[place + 4] == 0x49 {
      if tail[place..<place + end.count].elementsEqual(end) { return nil }
    }
    return noEnd
  }

  /// The container says how long it is (RFC 9649, 2.3).
  private static func webp(_ bytes: PhotoBytes) -> PhotoDamage? {
    guard let length = bytes.number(at: 4, 4, isLittle: true), length <= bytes.size - 8 + 1 else {
      return noEnd
    }
    return nil
  }

  /// Each box says how long it is; what is no box is something that a phone put behind the last one.
  private static func heif(_ bytes: PhotoBytes) -> PhotoDamage? {
    var (offset, parts) = (0, 0)
    bytes.pieceBytes = PhotoBytes.hop
    while offset < bytes.size, parts < PhotoBytes.mostParts {
      parts += 1
      do throws(PhotoFlaw) {
        offset = try bytes.box(at: offset, before: bytes.size).body.upperBound
      } catch {
        return bytes.name(at: offset + 4).map(known.contains) ?? false ? PhotoDamage(error) : nil
      }
    }
    return nil
  }

  /// Boxes of the first level (ISO/IEC 14496-12, table 1), and the film of a motion photo.
  private static let known: Set<FourCC> = [
    "ftyp", "meta", "mdat", "moov", "free", "skip", "uuid", "mpvd",
  ]

  private static let noEnd = PhotoDamage(.cut, "its end is missing")
}
