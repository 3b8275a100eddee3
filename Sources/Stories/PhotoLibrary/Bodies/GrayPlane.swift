internal import Graphics
internal import WallfarmPluginKit

/// The brightness of a photo in a small picture, upright: what is measured of it.
///
/// Always the same size, so that photos of all cameras can be compared.
struct GrayPlane {
  let width: Int
  let height: Int
  /// Row by row, 0 to 255 each.
  private(set) var levels: [UInt8]

  /// Pixels of the longer side, an eighth of a photo of 12 megapixels; a smaller photo stays as it is.
  ///
  /// Blur can be told here, and not any more in the thumbnail of 160 pixels that cameras write into a photo.
  static let side = 480

  /// Makes one of levels that are there.
  init(width: Int, height: Int, levels: [UInt8]) {
    precondition(levels.count == width * height, "a plane has a level for each pixel")
    (self.width, self.height, self.levels) = (width, height, levels)
  }

  /// Shrinks a picture by the mean of what becomes one pixel, and turns it upright.
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
              // Weights of ITU-R BT.709, on 256.
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

  /// The mean of the levels of a part, not empty.
  func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> Double {
    var sum = 0
    for y in rows { for x in columns { sum += self[x, y] } }
    return Double(sum) / Double(max(1, rows.count * columns.count))
  }
}
