internal import CTurboJPEG
public import WallfarmPluginKit

/// Writes JPEG files with full colour resolution (4:4:4): text has sharp coloured edges.
public struct JPEGEncoder: Sendable {
  /// 1…100; 92 shows no rings round letters.
  public var quality: Int
  /// What the numbers of the pixels mean; written as an ICC profile.
  public var space: ColorSpace

  /// Makes an encoder of a quality, 1…100.
  public init(quality: Int = 92, space: ColorSpace = .sRGB) {
    self.quality = quality
    self.space = space
  }

  /// The whole file for a surface; a surface that is not opaque is a mistake of the caller.
  ///
  /// - Throws: `raster-failed` when libjpeg-turbo fails.
  public func encode(_ surface: borrowing ImageSurface) throws(RenderError) -> [UInt8] {
    guard let handle = tjInitCompress() else {
      throw .encodingFailed("JPEG", "libjpeg-turbo could not start")
    }
    defer { tjDestroy(handle) }
    var data: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let (size, stride, quality) = (surface.size, surface.stride, quality)
    let status = surface.withPixels { pixels in
      tjCompress2(
        handle, pixels.bindMemory(to: UInt8.self).baseAddress, Int32(size.width), Int32(stride),
        Int32(size.height), Int32(TJPF_BGRX.rawValue), &data, &count,
        Int32(TJSAMP_444.rawValue), Int32(quality), TJFLAG_ACCURATEDCT)
    }
    defer { tjFree(data) }
    guard status == 0, let data else {
      throw .encodingFailed("JPEG", String(cString: tjGetErrorStr2(handle)))
    }
    return try tagged(UnsafeBufferPointer(start: data, count: Int(count)))
  }

  /// The file with its profile in a segment of its own right after the first marker and the JFIF
  /// segment (ICC.1, annex B.4); a profile of ours fits one segment of 64 KiB.
  private func tagged(_ file: UnsafeBufferPointer<UInt8>) throws(RenderError) -> [UInt8] {
    let profile = try space.iccProfile()
    // Two bytes of start, two of the JFIF marker, then its length counts itself.
    let end = min(4 + (Int(file[4]) << 8 | Int(file[5])), file.count)
    let length = 2 + 14 + profile.count
    var segment: [UInt8] = [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)]
    segment += Array("ICC_PROFILE\0".utf8) + [1, 1]
    return Array(file[..<end]) + segment + profile + Array(file[end...])
  }
}
