package import Graphics
package import WallfarmPluginKit

/// A contact sheet of a film, for reviewing it without playback.
package struct FilmStrip {
  /// The number of thumbnails.
  package static let count = 12
  private static let height = 620
  private static let gap = 12

  /// Returns the times of the thumbnails: the midpoints of equal intervals of the film.
  package static func times(of seconds: Double) -> [Double] {
    (0..<count).map { (Double($0) + 0.5) * seconds / Double(count) }
  }

  /// A thumbnail of the film at a given time.
  package struct Tile: Sendable {
    let size: PixelSize
    let bytes: [UInt8]

    package init(_ picture: borrowing ImageSurface) throws(RenderError) {
      let width = max(1, picture.size.width * FilmStrip.height / picture.size.height)
      let small = try picture.scaled(to: PixelSize(width: width, height: FilmStrip.height))
      size = small.size
      let (stride, row, height) = (small.stride, small.size.width * 4, small.size.height)
      bytes = small.withPixels { pixels in
        (0..<height).flatMap { Array(pixels[$0 * stride..<$0 * stride + row]) }
      }
    }
  }

  /// Arranges the thumbnails in two rows.
  package static func surface(of tiles: [Tile]) throws(RenderError) -> ImageSurface {
    let columns = (tiles.count + 1) / 2
    guard let first = tiles.first else {
      return try ImageSurface(size: PixelSize(width: 1, height: 1))
    }
    let size = first.size
    var surface = try ImageSurface(
      size: PixelSize(
        width: columns * (size.width + gap) + gap, height: 2 * (size.height + gap) + gap))
    let stride = surface.stride
    surface.withMutablePixels { target in
      // Fill the sheet with light gray.
      for place in Swift.stride(from: 0, to: target.count, by: 4) {
        target.storeBytes(of: 0xFFE8_E8EC as UInt32, toByteOffset: place, as: UInt32.self)
      }
      for (index, tile) in tiles.enumerated() {
        let left = gap + index % columns * (size.width + gap)
        let top = gap + index / columns * (size.height + gap)
        tile.bytes.withUnsafeBytes { source in
          for y in 0..<size.height {
            let place = (top + y) * stride + left * 4
            target.copy(place..<place + size.width * 4, from: source, y * size.width * 4)
          }
        }
      }
    }
    return surface
  }
}
