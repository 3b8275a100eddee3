internal import CPNG
import WallfarmPluginKit

/// Decodes PNG with libpng; `PNGWarnings` classifies its warnings.
enum PNGDecoder {
  static func header(of bytes: [UInt8], file: String) throws(RenderError) -> PhotoHeader {
    let chunks = PNGProperties(bytes)
    let size = try withReader(of: bytes, file: file, WarningJudge()) { png in
      PixelSize(width: Int(wallfarm_png_width(png)), height: Int(wallfarm_png_height(png)))
    }
    return PhotoHeader(size: size, orientation: chunks.orientation, color: chunks.color.color)
  }

  /// Decodes a photo and collects libpng's harmless warnings.
  static func decode(
    _ bytes: [UInt8], header: PhotoHeader, file: String
  ) throws(RenderError) -> DecodedPhoto {
    var surface = try ImageSurface(size: header.size)
    let (judge, said) = (WarningJudge(), PNGProperties(bytes).color)
    try withReader(of: bytes, file: file, judge) { (png) throws(RenderError) in
      let status =
        if case .described(let color) = header.color, color.isHDR {
          map(png, color, said, into: &surface)
        } else {
          read(png, said, into: &surface)
        }
      guard status == 0 else { throw failure(of: png, file: file) }
    }
    premultiply(&surface)
    var color = header.color
    if case .described(let described) = color, described.isHDR { color = .displayP3 }
    let warnings = [judge.text, said.warning].compactMap(\.self)
    return DecodedPhoto(
      surface: surface, orientation: header.orientation, color: color,
      warning: warnings.isEmpty ? nil : warnings.joined(separator: ", "))
  }

  private static func read(
    _ png: OpaquePointer, _ said: PNGColor, into surface: inout ImageSurface
  ) -> Int32 {
    let stride = surface.stride
    let status = surface.withMutablePixels { pixels in
      wallfarm_png_read(
        png, UInt32(said.readGamma), pixels.bindMemory(to: UInt8.self).baseAddress, stride)
    }
    if status == 0, said.isNarrow { widen(&surface) }
    return status
  }

  /// Reads 16-bit samples and tone-maps them to SDR.
  private static func map(
    _ png: OpaquePointer, _ color: DescribedColor, _ said: PNGColor,
    into surface: inout ImageSurface
  ) -> Int32 {
    let (stride, width) = (surface.stride, surface.size.width)
    let mapping = ToneMapping(color, peak: said.peak)
    return surface.withMutablePixels { pixels in
      let mapper = RowMapper(
        mapping: mapping, width: width, isNarrow: said.isNarrow,
        target: pixels.bindMemory(to: UInt8.self).baseAddress, stride: stride)
      return withExtendedLifetime(mapper) {
        wallfarm_png_read_deep(
          png,
          { context, y, row in
            guard let context, let row else { return }
            Unmanaged<RowMapper>.fromOpaque(context).takeUnretainedValue().take(row, Int(y))
          }, Unmanaged.passUnretained(mapper).toOpaque())
      }
    }
  }

  /// Tone-maps each row that libpng decodes.
  private final class RowMapper {
    private let mapping: ToneMapping
    private let isNarrow: Bool
    private let target: UnsafeMutablePointer<UInt8>?
    private let stride: Int
    private var wide: [UInt16]

    init(
      mapping: ToneMapping, width: Int, isNarrow: Bool, target: UnsafeMutablePointer<UInt8>?,
      stride: Int
    ) {
      (self.mapping, self.isNarrow) = (mapping, isNarrow)
      (self.target, self.stride) = (target, stride)
      wide = [UInt16](repeating: 0, count: width * 4)
    }

    func take(_ row: UnsafePointer<UInt16>, _ y: Int) {
      guard let target else { return }
      let line = target + y * stride
      guard isNarrow else { return mapping.map(row, count: wide.count / 4, to: line) }
      // With 16 bits, the narrow range starts at 16 × 257 = 4,112 and spans 219 × 257 = 56,283.
      for index in wide.indices {
        let level = (Int(row[index]) - 4112) * 65_535 / 56_283
        wide[index] = index % 4 == 3 ? row[index] : UInt16(min(max(level, 0), 65_535))
      }
      mapping.map(wide, count: wide.count / 4, to: line)
    }
  }

  /// Expands narrow range (16 to 235) to full range; alpha always has full range.
  private static func widen(_ surface: inout ImageSurface) {
    let wide: [UInt8] = (0..<256).map { (level: Int) -> UInt8 in
      let scaled = ((level - 16) * 255 + 109) / 219
      return UInt8(min(max(scaled, 0), 255))
    }
    surface.withMutablePixels { bytes in
      for index in bytes.indices where index % 4 != 3 { bytes[index] = wide[Int(bytes[index])] }
    }
  }

  /// Creates a libpng reader and passes it to `body`.
  ///
  /// libpng keeps a pointer to the bytes until the reader is closed.
  private static func withReader<Result>(
    of bytes: [UInt8], file: String, _ judge: WarningJudge,
    _ body: (OpaquePointer) throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    try bytes.withUnsafeBufferPointer { (buffer) throws(RenderError) in
      let context = Unmanaged.passUnretained(judge).toOpaque()
      let png = wallfarm_png_open(
        buffer.baseAddress, buffer.count,
        { context, sentence in
          guard let context, let sentence else { return 1 }
          let judge = Unmanaged<WarningJudge>.fromOpaque(context).takeUnretainedValue()
          let text = String(cString: sentence)
          return judge.allows(text, meaning: PNGWarnings.meaning(of: text)) ? 0 : 1
        }, context)
      guard let png else { throw .photoUnreadable("libpng could not start", file: file) }
      defer {
        wallfarm_png_close(png)
        // Keep the warning handler alive until here, because libpng holds only an unretained
        // reference to it.
        withExtendedLifetime(judge) {}
      }
      guard wallfarm_png_failure(png) == nil else { throw failure(of: png, file: file) }
      return try body(png)
    }
  }

  private static func failure(of png: OpaquePointer, file: String) -> RenderError {
    let reason = wallfarm_png_failure(png).map { String(cString: $0) }
    return .photoUnreadable(reason ?? "libpng failed without giving a reason", file: file)
  }

  /// Converts straight alpha, which libpng returns, to premultiplied alpha, which cairo requires.
  private static func premultiply(_ surface: inout ImageSurface) {
    surface.withMutablePixels { bytes in
      for index in bytes.bindMemory(to: SIMD4<UInt8>.self).indices {
        let pixel = bytes.load(fromByteOffset: index * 4, as: SIMD4<UInt8>.self)
        guard pixel[3] != 255 else { continue }
        let alpha = UInt16(pixel[3])
        let product = SIMD4<UInt16>(truncatingIfNeeded: pixel) &* alpha &+ 127
        var result = SIMD4<UInt8>(truncatingIfNeeded: product / 255)
        result[3] = pixel[3]
        bytes.storeBytes(of: result, toByteOffset: index * 4, as: SIMD4<UInt8>.self)
      }
    }
  }
}
