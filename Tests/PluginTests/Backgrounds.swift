import Glibc
import Graphics
import WallfarmPluginKit
import WallfarmTesting

/// Photos on which text is difficult to read: synthetic photos, and real photos from a Debian
/// package.
enum Backgrounds {
  /// Real photographs from the package mate-backgrounds, which the setup installs for the tests.
  static let photographs = [
    "Aqua", "Blinds", "Dune", "FreshFlower", "Garden", "GreenMeadow", "LadyBird", "RainDrops",
    "Storm", "TwoWings", "Wood", "YellowFlower",
  ].map { "/usr/share/backgrounds/mate/nature/\($0).jpg" }

  /// The names of the synthetic photos.
  static let made = ["white", "black", "stripes", "noise"]

  /// Writes a synthetic photo into a folder and returns its path.
  static func make(_ name: String, in folder: String) throws -> String {
    var surface = try ImageSurface(size: PixelSize(width: 750, height: 1334))
    var random = SeededGenerator(seed: 1)
    let (size, stride) = (surface.size, surface.stride)
    surface.withMutablePixels { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let pixel: UInt32 =
            switch name {
            case "white": 0xFFFA_FAF8
            case "black": 0xFF08_080A
            case "stripes": y / 40 % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000
            default: UInt32.random(in: .min ... .max, using: &random) | 0xFF00_0000
            }
          bytes.storeBytes(of: pixel, toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
    let path = "\(folder)/\(name).png"
    let bytes = try encodedPNG(surface)
    let stream = fopen(path, "w")
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    return path
  }
}
