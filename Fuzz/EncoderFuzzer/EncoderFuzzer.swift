import Graphics
import WallfarmPluginKit

/// The limits, which allow large dimensions because pictures may be wider than photos.
private let limits = PhotoLimits(side: 32_767)

/// Converts a libFuzzer input to a picture, encodes it as PNG, and compares it with the pixels that
/// libpng decodes.
@c(LLVMFuzzerTestOneInput)
public func fuzzEncoder(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var words = Words(UnsafeBufferPointer(start: start, count: count))
  var settings = EncodingSettings(
    effort: words.choice(of: EncodingEffort.allCases), ppi: words.choice(of: [nil, 1, 460]),
    space: words.choice(of: [.sRGB, .displayP3]))
  settings.software = words.choice(of: [nil, "fuzz"])
  settings.fingerprint = words.choice(of: [nil, "0123456789abcdef"])
  let encoder = PNGEncoder(
    threads: words.choice(of: [1, 3]), cacheBytes: words.choice(of: [0, 1 << 18]))
  guard let picture = words.picture() else { return 0 }
  // In the second pass, bands may come from the cache.
  for _ in 0..<2 {
    guard let file = try? encoder.encode(picture, settings),
      let decoded = try? PhotoDecoder(file.bytes, file: "fuzz", limits: limits).decode()
    else { fatalError("a picture was not encoded, or libpng rejects it") }
    let isSame =
      decoded.size == picture.size
      && decoded.surface.withPixels { read in picture.withPixels { read.elementsEqual($0) } }
    guard isSame else {
      fatalError("libpng decodes different pixels")
    }
  }
  return 0
}

/// Makes decisions from input bytes; after the last byte, every decision is 0.
private struct Words {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func byte() -> Int {
    guard index < bytes.count else { return 0 }
    defer { index += 1 }
    return Int(bytes[index])
  }

  mutating func choice<Value>(of values: [Value]) -> Value { values[byte() % values.count] }

  /// Most pictures are small, but a few have cairo's maximum width.
  private mutating func size() -> PixelSize {
    switch byte() {
    case 0..<8: PixelSize(width: 1 + (byte() << 8 | byte()) % 32_767, height: 1 + byte() % 70)
    case 8..<16: PixelSize(width: 1 + byte() % 3, height: 1 + (byte() << 8 | byte()) % 3000)
    default: PixelSize(width: 1 + byte() % 90, height: 1 + byte() % 150)
    }
  }

  /// Creates a picture from runs of noise, of a single color, of earlier pixels, or of input bytes.
  mutating func picture() -> ImageSurface? {
    let size = size()
    guard var surface = try? ImageSurface(size: size) else { return nil }
    // The pixels can be arbitrary, all opaque, all gray, or limited to a few colors.
    let (most, isOpaque, isGray) = (UInt32(byte()) + 1, byte() % 2 == 0, byte() % 3 == 0)
    var state: UInt32 = 0x9E37_79B9
    func pixel(_ word: UInt32) -> UInt32 {
      let alpha = isOpaque ? 255 : word >> 24
      func channel(_ shift: UInt32) -> UInt32 {
        let value = (isGray ? word : word >> shift) & 0xFF % most
        return value * alpha / 255
      }
      return alpha << 24 | channel(16) << 16 | channel(8) << 8 | channel(0)
    }
    var all = [UInt32](repeating: 0, count: size.width * size.height)
    var place = 0
    while place < all.count {
      let kind = byte()
      let end = min(all.count, place + 1 + (kind < 128 ? byte() : byte() << 8 | byte()))
      let distance = min(max(1, byte() * (kind % 2 == 0 ? 1 : size.width)), max(1, place))
      // After the end of the input, the remaining pixels are noise or a single color, so that short
      // inputs produce large pictures.
      let color = UInt32(byte()) << 24 | UInt32(byte()) << 16 | UInt32(byte()) << 8 | UInt32(byte())
      for index in place..<end {
        switch kind % 4 {
        case 0:
          state = state &* 1_664_525 &+ 1_013_904_223
          all[index] = pixel(state ^ state >> 15)
        case 1: all[index] = pixel(color)
        case 2 where place > 0: all[index] = all[index - distance]
        default: all[index] = pixel(UInt32(byte()) << 24 | UInt32(byte()) << 8 | UInt32(byte()))
        }
      }
      place = end
    }
    let (width, stride) = (size.width, surface.stride)
    surface.withMutablePixels { target in
      for y in 0..<size.height {
        all[y * width..<(y + 1) * width].withUnsafeBytes {
          UnsafeMutableRawBufferPointer(rebasing: target[(y * stride)...]).copyMemory(from: $0)
        }
      }
    }
    return surface
  }
}
