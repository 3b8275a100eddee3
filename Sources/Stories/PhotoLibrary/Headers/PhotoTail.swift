package import PhotoFormats
package import WallfarmPluginKit

/// Detects truncated photos by their last bytes.
///
/// Phones can append a video, a second picture or zeros to a picture; such data is accepted.
package enum PhotoTail {
  /// The number of bytes at the end of the file that are searched for an end marker.
  private static let tailBytes = 64 << 10

  /// Checks the end of a photo whose head has been read.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - header: the photo's head; if it is already damaged, the end is not checked.
  /// - Returns: the damage, including damage in the head. The result is nil if the end is present,
  ///   and for raw files, which have no end marker.
  /// - Throws: errors from the source.
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

  /// Searches for EOI (FF D9), which cannot occur in entropy-coded data (ISO/IEC 10918-1, B.1.1.2).
  ///
  /// In entropy-coded data, FF is followed by 0 or RSTn; between scans, it is followed by a table
  /// marker. If the last bytes contain any other marker, they were appended to the picture, and the
  /// picture's EOI precedes them. Otherwise, the picture extends to the end of the file and is
  /// truncated.
  private static func jpeg(_ bytes: PhotoBytes, from scan: Int) -> PhotoDamage? {
    // EOI is nearly always at the very end.
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

  /// Searches for IEND with its CRC (PNG, third edition, 11.2.5).
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

  /// Checks the length of the RIFF container (RFC 9649, 2.3).
  private static func webp(_ bytes: PhotoBytes) -> PhotoDamage? {
    guard let length = bytes.number(at: 4, 4, isLittle: true), length <= bytes.size - 8 + 1 else {
      return noEnd
    }
    return nil
  }

  /// Checks the length of each top-level box; a box of an unknown type counts as data that a phone
  /// appended.
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

  /// The top-level box types (ISO/IEC 14496-12, table 1) and the box type for the video of a motion
  /// photo.
  private static let known: Set<FourCC> = [
    "ftyp", "meta", "mdat", "moov", "free", "skip", "uuid", "mpvd",
  ]

  private static let noEnd = PhotoDamage(.cut, "its end is missing")
}
