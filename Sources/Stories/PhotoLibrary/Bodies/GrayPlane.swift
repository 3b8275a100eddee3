internal import Graphics
internal import WallfarmPluginKit

/// A reduced upright grayscale version of a photo, for measurements.
///
/// All larger photos are reduced to the same size, so that photos from all cameras are comparable.
package struct GrayPlane {
  package let width: Int
  package let height: Int
  /// The pixel levels, row by row, 0…255.
  package private(set) var levels: [UInt8]

  /// The maximum length of the longer dimension in pixels; smaller photos are not enlarged.
  ///
  /// The length is about an eighth of the longer dimension of a 12-megapixel photo. Blur is still
  /// measurable at this size, but not in the 160-pixel thumbnails that cameras embed.
  static let side = 480

  /// Creates a plane from existing levels.
  package init(width: Int, height: Int, levels: [UInt8]) {
    precondition(levels.count == width * height, "a plane has a level for each pixel")
    (self.width, self.height, self.levels) = (width, height, levels)
  }

  /// Downscales a surface with a box filter and rotates it upright.
  init(_ surface: borrowing ImageSurface, turned orientation: Orientation) {
    let (size, stride) = (surface.size, surface.stride)
    let longer = max(size.width, size.height)
    let width = max(1, size.width * min(longer, Self.side) / longer)
    let height = max(1, size.height * min(longer, Self.side) / longer)
    var levels = [UInt8](repeating: 0, count: width * height)
    surface.withPixels { bytes in
      for y in 0..<height {
        let rows = y * size.height / height..<(y + 1) * size.height / height
        for x in 0..<width {
          let columns = x * size.width / width..<(x + 1) * size.width / width
          var sum = 0
          for row in rows {
            for column in columns {
              let place = row * stride + column * 4
              // ITU-R BT.709 weights in units of 1/256.
              sum += 54 * Int(bytes[place + 2]) + 183 * Int(bytes[place + 1])
              sum += 19 * Int(bytes[place])
            }
          }
          levels[y * width + x] = UInt8(sum / (256 * rows.count * columns.count))
        }
      }
    }
    self.init(width: width, height: height, levels: levels)
    if orientation != .upright { self = turned(orientation) }
  }

  private func turned(_ orientation: Orientation) -> GrayPlane {
    let isOnSide = orientation.rawValue >= 5
    let (newWidth, newHeight) = isOnSide ? (height, width) : (width, height)
    var turned = [UInt8](repeating: 0, count: levels.count)
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        let place = orientation.stored(x, y, width: newWidth, height: newHeight)
        turned[y * newWidth + x] = levels[place.y * width + place.x]
      }
    }
    return GrayPlane(width: newWidth, height: newHeight, levels: turned)
  }

  /// The level of a pixel.
  @inline(__always)
  subscript(x: Int, y: Int) -> Int { Int(levels[y * width + x]) }

  /// The mean level in a nonempty rectangle of columns and rows.
  package func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> Double {
    var sum = 0
    for y in rows { for x in columns { sum += self[x, y] } }
    return Double(sum) / Double(max(1, rows.count * columns.count))
  }
}
