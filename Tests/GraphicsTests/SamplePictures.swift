import Graphics
import Testing
import WallfarmTesting

/// A picture that triggers one of the encoder's strategies.
struct SamplePicture: CustomTestStringConvertible, Sendable {
  let title: String
  let width: Int
  let height: Int
  /// Returns the premultiplied alpha, red, green and blue at x and y.
  let pixel: @Sendable (Int, Int) -> UInt32
  var testDescription: String { "\(title), \(width) × \(height)" }

  func surface() throws -> ImageSurface { try GraphicsTests.surface(width, height, pixel) }

  /// Returns one picture of each kind, all of the same size.
  static func kinds(_ width: Int, _ height: Int) -> [SamplePicture] {
    func sample(
      _ title: String, _ pixel: @escaping @Sendable (Int, Int) -> UInt32
    ) -> SamplePicture {
      SamplePicture(title: title, width: width, height: height, pixel: pixel)
    }
    return [
      sample("black") { _, _ in 0xFF00_0000 },
      sample("two colors") { x, y in (x / 3 + y / 5) % 2 == 0 ? 0xFFCC_2200 : 0xFFFF_FFFF },
      sample("four grays") { x, y in 0xFF00_0000 | 0x0011_1111 * UInt32(hash(x, y) & 3) },
      sample("nine colors") { x, y in 0xFF20_0000 | (hash(x, y) % 3) << 8 | hash(y, x) % 3 },
      sample("two hundred colors") { x, y in 0xFF00_0100 | UInt32((x + y * 7) % 200) },
      sample("a palette with glass") { x, y in
        let alpha = hash(x, y) % 40 * 6
        return alpha << 24 | alpha << 16
      },
      sample("gray noise") { x, y in 0xFF00_0000 | 0x0001_0101 * (hash(x, y) & 0xFF) },
      sample("gray glass") { x, y in
        let alpha = hash(x, y) & 0xFF
        return alpha << 24 | 0x0001_0101 * min(alpha, hash(y, x) & 0xFF)
      },
      sample("color ramp") { x, y in
        0xFF00_0001 | UInt32(x & 0xFF) << 16 | UInt32(y & 0xFF) << 8
      },
      sample("dithered ramp") { x, y in
        let level = UInt32((y * 40 + (x * 5 + y * 3) % 8 * 5) / 40)
        return 0xFF20_0000 | level & 0xFF | (level * 3 & 0xFF) << 8
      },
      sample("color noise") { x, y in hash(x, y) | 0xFF00_0000 },
      sample("clear") { _, _ in 0 },
      sample("half clear") { x, y in
        let alpha = UInt32((x * 7 + y * 3) & 0xFF)
        return alpha << 24 | min(alpha, hash(x, y) & 0xFF) << 16 | min(alpha, UInt32(x & 0xFF)) << 8
      },
      sample("half noise, half flat") { x, y in
        y % 128 < 64 ? hash(x, y) | 0xFF00_0000 : 0xFF12_3456
      },
    ]
  }

  static let all = [(1, 1), (3, 63), (255, 64), (64, 129), (301, 517)].flatMap(kinds)

  @Sendable private static func hash(_ x: Int, _ y: Int) -> UInt32 {
    var generator = SeededGenerator(seed: UInt64(x * 4099 + y))
    return UInt32(truncatingIfNeeded: generator.next() >> 20)
  }
}
