internal import Digests
import PhotoFormats
public import WallfarmPluginKit

/// Removes metadata (place, time, author, device) from photo files without decoding them.
///
/// The pixels do not change, and neither does the data that affects their appearance: orientation,
/// color space and animation frames. Only data on an allowlist is kept.
public enum PhotoMetadata {
  /// Removes the metadata from a photo; removing it again has no effect.
  ///
  /// Data after the picture, such as a second picture, a video or a thumbnail, is also removed.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: the path of the file, used only in messages; if nil, the caller sets the origin of
  ///     errors.
  /// - Returns: a file of the same format.
  /// - Throws: `photo-format`; `photo-unreadable` if the structure is invalid or the metadata
  ///   cannot be removed without changing the picture.
  public static func removed(
    from bytes: [UInt8], file: String? = nil
  ) throws(RenderError) -> [UInt8] {
    do throws(RenderError) {
      return try removed(from: bytes, as: PhotoDecoder.checkFormat(bytes, file: file ?? ""))
    } catch {
      var placed = error
      placed.origin = file.map { .file($0) }
      throw placed
    }
  }

  private static func removed(
    from bytes: [UInt8], as format: PhotoFormat
  ) throws(RenderError) -> [UInt8] {
    do throws(PhotoFlaw) {
      switch format {
      case .jpeg: return try JPEGMetadata.removed(from: bytes)
      case .png: return try PNGMetadata.removed(from: bytes)
      case .webp: return try RIFFMetadata.removed(from: bytes)
      case .heif: return try HEIFMetadata.removed(from: bytes)
      case .svg: throw .other("the metadata of an SVG image cannot be removed")
      }
    } catch {
      throw .photoUnreadable(error.reason, file: "")
    }
  }

  /// Creates EXIF data that contains only an orientation; returns nil for an upright picture.
  ///
  /// The data is a TIFF header and one directory with a single SHORT entry.
  static func exif(_ orientation: Orientation) -> [UInt8]? {
    guard orientation != .upright else { return nil }
    return Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]
      + [0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
  }
}

/// Keeps the tables, frames and scans of a JPEG file up to its first EOI marker.
private enum JPEGMetadata {
  static func removed(from bytes: [UInt8]) throws(PhotoFlaw) -> [UInt8] {
    var (jfif, rest): ([UInt8], [UInt8]) = ([], [])
    // Entropy-coded data has no length field; it continues until the next marker.
    var (last, isScan, hasScan) = (2, false, false)
    var segments = JPEGSegments(PhotoBytes(bytes))
    while let segment = try segments.next() {
      if isScan { rest += bytes[last..<segment.offset] }
      let data = bytes[segment.data]
      switch segment.marker {
      case 0xE0 where !hasScan && jfif.isEmpty: jfif = header(data)
      case 0xE2 where !hasScan && data.starts(with: Array("ICC_PROFILE\0".utf8)):
        rest += part(segment.marker, data)
      // Decoders use only the version, flags and color transform of the Adobe segment.
      case 0xEE where !hasScan && data.starts(with: Array("Adobe".utf8)):
        rest += part(segment.marker, data.prefix(12))
      // Frames, tables and scans with their parameters are kept.
      case 0xC0...0xCF, 0xDA...0xDF: rest += part(segment.marker, data)
      default: break
      }
      (last, isScan) = (segment.data.upperBound, segment.marker == 0xDA)
      hasScan = hasScan || isScan
    }
    guard hasScan else { throw .noPicture }
    // The loop has read all segments, so the next EOI marker ends the picture.
    let end = end(of: bytes, from: last)
    if isScan { rest += bytes[last..<(end ?? bytes.count)] }
    let exif = PhotoMetadata.exif(JPEGMarkers(bytes).orientation)
    let turn = exif.map { part(0xE1, Array("Exif\0\0".utf8) + $0) } ?? []
    return [0xFF, 0xD8] + jfif + turn + rest + (end == nil ? [] : [0xFF, 0xD9])
  }

  /// Returns the JFIF segment without its thumbnail, or an empty array if the segment is invalid.
  private static func header(_ data: ArraySlice<UInt8>) -> [UInt8] {
    guard data.count >= 14, data.starts(with: Array("JFIF\0".utf8)) else { return [] }
    return part(0xE0, data.prefix(12) + [0, 0])
  }

  private static func part(_ marker: UInt8, _ data: some Collection<UInt8>) -> [UInt8] {
    let length = data.count + 2
    return [0xFF, marker, UInt8(length >> 8 & 255), UInt8(length & 255)] + data
  }

  private static func end(of bytes: [UInt8], from start: Int) -> Int? {
    (start..<max(start, bytes.count - 1)).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 }
  }
}

/// Keeps the chunks of a PNG file that affect decoding.
private enum PNGMetadata {
  /// Ancillary chunks that affect transparency, color, luminance, resolution or animation (PNG
  /// third edition, section 11.3).
  private static let kept: Set<FourCC> = [
    "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "pHYs", "acTL", "fcTL", "fdAT",
    "mDCV", "cLLI",
  ]

  static func removed(from bytes: [UInt8]) throws(PhotoFlaw) -> [UInt8] {
    var chunks = PNGChunks(PhotoBytes(bytes, mostParts: PhotoLimits.parts))
    var result = Array(bytes.prefix(8))
    while let chunk = try chunks.next() {
      // In the name of a critical chunk, bit 5 of the first letter is 0.
      if bytes[chunk.offset + 4] & 0x20 == 0 || kept.contains(chunk.name) {
        // The CRC after the data is part of the chunk.
        result += bytes[chunk.offset..<chunk.data.upperBound + 4]
      }
      if chunk.offset == 8, let exif = PhotoMetadata.exif(PNGProperties(bytes).orientation) {
        result += self.chunk("eXIf", exif)
      }
    }
    return result
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return fourBytes(data.count).reversed() + body
      + fourBytes(Int(CRC32.checksum(of: body))).reversed()
  }
}

/// Keeps the chunks of a WebP file that contain pictures or the color profile.
private enum RIFFMetadata {
  static func removed(from file: [UInt8]) throws(PhotoFlaw) -> [UInt8] {
    let bytes = PhotoBytes(file, mostParts: PhotoLimits.parts)
    var (result, flags, exif): ([UInt8], Int?, ExifBlock?) = (Array(file.prefix(12)), nil, nil)
    var chunks = RIFFChunks(bytes, in: try WebPStructure.range(of: bytes))
    while let chunk = try chunks.next() {
      let data = bytes[chunk.data]
      switch chunk.name {
      case "VP8X":
        if flags == nil, !data.isEmpty { flags = result.count + 8 }
        result += self.chunk(chunk.name, data)
      case "VP8 ", "VP8L", "ALPH", "ICCP", "ANIM": result += self.chunk(chunk.name, data)
      case "ANMF": result += self.chunk(chunk.name, try frame(bytes, chunk.data))
      // Only the orientation is kept. The data may start with the EXIF prefix that JPEG uses.
      case "EXIF": exif = exif ?? ExifBlock(bytes, chunk.data)
      default: break
      }
    }
    if let flags {
      let orientation = exif.map { ExifReader.orientation(in: $0) } ?? .upright
      let turn = result[flags] & hasEXIF == 0 ? nil : PhotoMetadata.exif(orientation)
      result[flags] &= ~(hasEXIF | hasXMP)
      if let turn {
        result[flags] |= hasEXIF
        result += chunk("EXIF", turn)
      }
    }
    result.replaceSubrange(4..<8, with: fourBytes(result.count - 8))
    return result
  }

  /// Flags of the VP8X chunk (RFC 9649, section 2.7.1.1); readers search for EXIF only if its flag
  /// is set.
  private static let hasEXIF: UInt8 = 0x08
  private static let hasXMP: UInt8 = 0x04

  /// Filters an animation frame, which is a 16-byte header followed by subchunks.
  private static func frame(
    _ bytes: PhotoBytes, _ data: Range<Int>
  ) throws(PhotoFlaw) -> ArraySlice<UInt8> {
    guard data.count > 16 else { return bytes[data] }
    var result = bytes[data].prefix(16)
    var chunks = RIFFChunks(bytes, in: data.dropFirst(16))
    while let chunk = try chunks.next() {
      if ["VP8 ", "VP8L", "ALPH"].contains(chunk.name) {
        result += self.chunk(chunk.name, bytes[chunk.data])
      }
    }
    return result
  }

  private static func chunk(_ name: FourCC, _ data: some Collection<UInt8>) -> [UInt8] {
    Array(name.description.utf8) + fourBytes(data.count) + data + (data.count % 2 == 0 ? [] : [0])
  }
}

/// Encodes a 32-bit integer in little-endian order.
private func fourBytes(_ number: Int) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
