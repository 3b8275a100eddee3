import BuiltInPlugins
import Designs
import Foundation
import Graphics
import Perception
import Snapshots
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// An opaque picture as pixel values, for tests that modify them.
struct TestPicture {
  var size: PixelSize
  /// Blue, green, red and alpha of each pixel, row by row.
  var pixels: [SIMD4<UInt8>]

  init(size: PixelSize, pixels: [SIMD4<UInt8>]) { (self.size, self.pixels) = (size, pixels) }

  /// Copies a part of a surface.
  init(_ surface: borrowing ImageSurface, _ part: PixelRect) {
    size = PixelSize(width: part.width, height: part.height)
    pixels = []
    let stride = surface.stride
    surface.withPixels { bytes in
      for y in part.y..<part.y + part.height {
        for x in part.x..<part.x + part.width {
          pixels.append(
            bytes.loadUnaligned(fromByteOffset: y * stride + x * 4, as: SIMD4<UInt8>.self))
        }
      }
    }
  }

  func surface() throws(RenderError) -> ImageSurface {
    var surface = try ImageSurface(size: size)
    let stride = surface.stride
    surface.withMutablePixels { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          bytes.storeBytes(
            of: pixels[y * size.width + x], toByteOffset: y * stride + x * 4,
            as: SIMD4<UInt8>.self)
        }
      }
    }
    return surface
  }

  /// Maps every color channel of every pixel.
  func mapped(_ change: (_ level: Double, _ x: Int, _ y: Int, _ channel: Int) -> Double) -> Self {
    var copy = self
    for index in pixels.indices {
      for channel in 0..<3 {
        let level = change(
          Double(pixels[index][channel]), index % size.width, index / size.width, channel)
        copy.pixels[index][channel] = UInt8(min(max(level.rounded(), 0), 255))
      }
    }
    return copy
  }

  /// The level of a pixel; coordinates outside the picture are clamped.
  func level(_ x: Int, _ y: Int, _ channel: Int) -> Double {
    let (x, y) = (min(max(x, 0), size.width - 1), min(max(y, 0), size.height - 1))
    return Double(pixels[y * size.width + x][channel])
  }

  /// Shifts rows right and down by a number of pixels, which can be fractional.
  func moved(dx: Double = 0, dy: Double = 0, rows: Range<Int>) -> Self {
    mapped { level, x, y, channel in
      guard rows.contains(y) else { return level }
      let (left, up) = (Int(dx.rounded(.up)), Int(dy.rounded(.up)))
      let share = max(dx, dy) - Double(max(left, up) - 1)
      return self.level(x - left, y - up, channel) * share
        + self.level(x - max(0, left - 1), y - max(0, up - 1), channel) * (1 - share)
    }
  }
}

/// Two pictures of the same size, and their pixel density.
struct PicturePair {
  let title: String
  let expected: TestPicture
  let actual: TestPicture
  let pixelsPerDegree: Double

  /// Returns twenty pairs, each with a different kind of difference, from wallpapers in several
  /// themes.
  static func twenty() throws -> [PicturePair] {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    func part(_ theme: String, _ device: String) throws -> (TestPicture, Double) {
      var request = RenderRequest(
        device: device, notes: [Note("Buy oat milk"), Note("Call Ana", done: true)], theme: theme)
      request.settings = [
        Setting(key: "form", value: "list"), Setting(key: "place", value: "top"),
      ]
      let plan = try renderer.resolve(request)
      let picture = try renderer.rasterize(try renderer.compose(plan).scene, plan)
      let top = Int(plan.area.frame.y * plan.device.scale.y)
      let rect = PixelRect(x: 40, y: top, width: 380, height: 300)
      return (
        TestPicture(picture.surface, rect), ViewingDistance.pixelsPerDegree(on: plan.device)
      )
    }
    var noise = SeededGenerator(seed: 7)
    let all = 0..<300
    let edits: [(String, String, String, (TestPicture) -> TestPicture)] = [
      (
        "a line one pixel to the right", "midnight", "iphone15", { $0.moved(dx: 1, rows: 60..<200) }
      ),
      ("a line one pixel lower", "paper", "iphone15", { $0.moved(dy: 1, rows: 60..<200) }),
      ("one pixel lower on a tablet", "fog", "ipad10", { $0.moved(dy: 1, rows: all) }),
      ("a quarter of a pixel", "dawn", "iphone15", { $0.moved(dx: 0.25, rows: all) }),
      ("a twentieth of a pixel", "midnight", "iphone15", { $0.moved(dx: 0.05, rows: all) }),
      ("a thirtieth of a pixel", "fog", "iphonese3", { $0.moved(dy: 1.0 / 30, rows: all) }),
      (
        "a level more everywhere", "paper", "iphone15",
        { $0.mapped { level, _, _, _ in level + 1 } }
      ),
      ("a level less everywhere", "dawn", "ipad10", { $0.mapped { level, _, _, _ in level - 1 } }),
      ("a level of blue more", "noor", "iphone15", { $0.mapped { $3 == 0 ? $0 + 1 : $0 } }),
      (
        "a level of rounding in a hundredth", "midnight", "iphone15",
        { picture in
          picture.mapped { level, _, _, _ in
            Int.random(in: 0..<100, using: &noise) == 0 ? level + 1 : level
          }
        }
      ),
      ("a gamma of 1.02", "fog", "iphone15", { $0.mapped { level, _, _, _ in bent(level, 1.02) } }),
      ("a gamma of 1.2", "fog", "iphone15", { $0.mapped { level, _, _, _ in bent(level, 1.2) } }),
      (
        "a gradient that bends a little", "dawn", "iphone15",
        { $0.mapped { level, _, y, _ in level + Double(y) / 200 } }
      ),
      ("twelve levels lighter", "midnight", "iphonese3", { $0.mapped { $3 < 3 ? $0 + 12 : $0 } }),
      ("red and blue exchanged", "gelato", "iphone15", swapped),
      (
        "a spot of three pixels", "paper", "iphone15",
        {
          $0.mapped { level, x, y, _ in
            (100..<103).contains(x) && (90..<93).contains(y) ? 255 - level : level
          }
        }
      ),
      (
        "a spot of one pixel, hardly darker", "paper", "ipad10",
        { $0.mapped { level, x, y, _ in x == 100 && y == 90 ? level - 6 : level } }
      ),
      (
        "a line that is gone", "fog", "iphonese3",
        { picture in
          picture.mapped { level, x, y, channel in
            (60..<200).contains(y) ? picture.level(0, 0, channel) : level
          }
        }
      ),
      ("softer", "noor", "iphone15", softened),
      ("the same", "poster", "iphone15", { $0 }),
    ]
    return try edits.map { title, theme, device, edit in
      let (picture, pixelsPerDegree) = try part(theme, device)
      return PicturePair(
        title: title, expected: picture, actual: edit(picture), pixelsPerDegree: pixelsPerDegree)
    }
  }

  private static func bent(_ level: Double, _ exponent: Double) -> Double {
    pow(level / 255, exponent) * 255
  }

  private static func swapped(_ picture: TestPicture) -> TestPicture {
    picture.mapped { level, x, y, channel in
      channel == 1 ? level : picture.level(x, y, 2 - channel)
    }
  }

  /// Applies a 3 × 3 box blur.
  private static func softened(_ picture: TestPicture) -> TestPicture {
    picture.mapped { _, x, y, channel in
      var sum = 0.0
      for near in 0..<9 { sum += picture.level(x + near % 3 - 1, y + near / 3 - 1, channel) }
      return sum / 9
    }
  }
}
