internal import CTurboJPEG
public import WallfarmPluginKit

/// Writes JPEG files with full colour resolution (4:4:4): text has sharp coloured edges.
public struct JPEGEncoder: Sendable {
  /// Quality that shows no rings round letters.
  public static let standardQuality = 92

  private let settings: EncodingSettings

  /// Makes an encoder.
  public init(_ settings: EncodingSettings) { self.settings = settings }

  /// The whole file for a surface; a surface that is not opaque is a mistake of the caller.
  ///
  /// - Throws: `raster-failed` when libjpeg-turbo fails.
  public func encode(_ surface: borrowing ImageSurface) throws(RenderError) -> EncodedFile {
    guard let handle = tjInitCompress() else {
      throw .encodingFailed("JPEG", "libjpeg-turbo could not start")
    }
    defer { tjDestroy(handle) }
    var data: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let (size, stride, quality) = (surface.size, surface.stride, quality)
    // Scans from coarse to fine are smaller and take three times as long.
    let flags = TJFLAG_ACCURATEDCT | (settings.effort == .fast ? 0 : TJFLAG_PROGRESSIVE)
    let status = surface.withPixels { pixels in
      tjCompress2(
        handle, pixels.bindMemory(to: UInt8.self).baseAddress, Int32(size.width), Int32(stride),
        Int32(size.height), Int32(TJPF_BGRX.rawValue), &data, &count,
        Int32(TJSAMP_444.rawValue), Int32(quality), flags)
    }
    defer { tjFree(data) }
    guard status == 0, let data else {
      throw .encodingFailed("JPEG", String(cString: tjGetErrorStr2(handle)))
    }
    return try tagged(UnsafeBufferPointer(start: data, count: Int(count)))
  }

  private var quality: Int {
    if case .level(let level) = settings.quality { level } else { JPEGEncoder.standardQuality }
  }

  /// The file with its profile and what it says of itself right behind the first marker and the
  /// JFIF segment (ICC.1, annex B.4); a profile of ours fits one segment of 64 KiB.
  private func tagged(_ file: UnsafeBufferPointer<UInt8>) throws(RenderError) -> EncodedFile {
    // Two bytes of start, two of the JFIF marker, then its length counts itself.
    let end = min(4 + (Int(file[4]) << 8 | Int(file[5])), file.count)
    let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + (try settings.space.iccProfile())
    var segments = segment(0xE2, profile)
    if let software = settings.software {
      let comment = software + (settings.fingerprint.map { ", fingerprint \($0)" } ?? "")
      segments += segment(0xFE, comment.utf8.prefix(JPEGEncoder.longestSegment))
    }
    return EncodedFile([Array(file[..<end]), segments, Array(file[end...])])
  }

  /// Most data of a segment, whose length is 16 bits and counts itself (ITU-T T.81, B.1.1.4).
  private static let longestSegment = 65_533

  private func segment(_ marker: UInt8, _ data: some Collection<UInt8>) -> [UInt8] {
    let length = data.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + data
  }
}
