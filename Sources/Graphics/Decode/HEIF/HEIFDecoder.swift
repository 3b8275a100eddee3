internal import CHEIF
internal import Glibc
import WallfarmPluginKit

/// HEIC, HEIF and AVIF through libheif, which turns pictures upright by itself.
enum HEIFDecoder {
  static func header(
    of bytes: [UInt8], file: String
  ) throws(RenderError) -> PhotoHeader {
    // Only the header is read: the limits are checked against it before anything is decoded.
    var header = wallfarm_heif_header()
    let message = Message()
    let status = bytes.withUnsafeBufferPointer { buffer in
      wallfarm_heif_read_header(
        buffer.baseAddress, buffer.count, .max, &header, message.buffer)
    }
    defer { free(header.profile) }
    guard status == 0 else { throw .photoUnreadable(message.text, file: file) }
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    return PhotoHeader(size: size, color: try color(header, file: file))
  }

  /// The profile wins over code points (ITU-T H.273), as libheif and browsers have it.
  private static func color(
    _ header: wallfarm_heif_header, file: String
  ) throws(RenderError) -> PhotoColor {
    if let profile = header.profile {
      return .profile(Array(UnsafeBufferPointer(start: profile, count: header.profile_size)))
    }
    // Shown as sRGB, the curves PQ and HLG would come out flat and gray.
    if header.transfer == 16 || header.transfer == 18 {
      throw .photoUnreadable("it is an HDR picture, which is not supported", file: file)
    }
    switch header.primaries {
    // BT.709, not told, and the television primaries that differ from them by a hair.
    case 0, 1, 2, 5, 6: return .sRGB
    case 12: return .displayP3
    default:
      throw .photoUnreadable(
        "its colours (primaries \(header.primaries) of H.273) are not supported", file: file)
    }
  }

  /// The photo, with what libheif complained of although every decoder sees the same.
  static func decode(
    _ bytes: [UInt8], header: PhotoHeader, hearsApart: Bool, file: String
  ) throws(RenderError) -> DecodedPhoto {
    let message = Message()
    let (judge, size) = (WarningJudge(), header.size)
    var result = wallfarm_heif_pixels()
    let status = bytes.withUnsafeBufferPointer { buffer in
      wallfarm_heif_decode(
        buffer.baseAddress, buffer.count, codedLimit(for: size), Int32(size.width),
        Int32(size.height), hearsApart ? 1 : 0,
        { context, number in
          guard let context else { return 1 }
          let judge = Unmanaged<WarningJudge>.fromOpaque(context).takeUnretainedValue()
          let told = HEIFWarnings.told(Int(number))
          return judge.allows(told.sentence, meaning: told.meaning) ? 0 : 1
        }, Unmanaged.passUnretained(judge).toOpaque(), &result, message.buffer)
    }
    // The decoder held it without counting.
    let (warning, refused) = withExtendedLifetime(judge) { (judge.text, judge.refused) }
    guard status == 0, let pixels = result.pixels, let picture = result.picture else {
      throw .photoUnreadable(refused ?? message.text, file: file)
    }
    let surface = try ImageSurface(
      adopting: pixels, stride: result.stride, size: size, owner: picture,
      release: { wallfarm_heif_release($0) })
    return DecodedPhoto(
      surface: surface, orientation: header.orientation, color: header.color, warning: warning)
  }

  /// A picture may be coded larger than it is shown: up to whole blocks, or tiles of a grid.
  private static func codedLimit(for size: PixelSize) -> Int32 {
    Int32(clamping: max(size.width, size.height) + 1024)
  }

  /// Room for libheif's sentence.
  private struct Message: ~Copyable {
    let buffer: UnsafeMutablePointer<CChar>

    init() {
      buffer = .allocate(capacity: 256)
      buffer.initialize(repeating: 0, count: 256)
    }

    deinit { buffer.deallocate() }

    /// libheif ends its sentences with a line break.
    var text: String {
      String(cString: buffer).split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }
}
