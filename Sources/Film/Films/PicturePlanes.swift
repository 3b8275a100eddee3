internal import CFrames
import Graphics
import WallfarmPluginKit

/// A frame in 4:2:0 format for H.264: a luma plane, and two chroma planes with half its width and
/// height.
struct PicturePlanes: ~Copyable {
  private let size: PixelSize
  private let bytes: UnsafeMutablePointer<UInt8>

  /// Creates planes for a size with even dimensions.
  init(_ size: PixelSize) {
    self.size = size
    let count = size.width * size.height * 3 / 2
    bytes = .allocate(capacity: count)
    bytes.initialize(repeating: 0, count: count)
  }

  deinit { bytes.deallocate() }

  private var blue: UnsafeMutablePointer<UInt8> { bytes + size.width * size.height }
  private var red: UnsafeMutablePointer<UInt8> { blue + size.width * size.height / 4 }

  /// Converts the changed regions of a picture.
  mutating func take(_ boxes: [PixelBox], of picture: borrowing ImageSurface) {
    let (stride, width, height) = (picture.stride, picture.size.width, picture.size.height)
    picture.withPixels { pixels in
      for box in boxes.map({ $0.paired(in: size) }) where !box.isEmpty {
        wallfarm_planes(
          pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), stride, Int32(width),
          Int32(height), box.inC, bytes, blue, red, size.width)
      }
    }
  }

  func withPlanes(
    _ body: (
      _ luma: UnsafePointer<UInt8>, _ blue: UnsafePointer<UInt8>, _ red: UnsafePointer<UInt8>,
      _ stride: Int
    ) -> Void
  ) { body(bytes, blue, red, size.width) }
}

extension PixelBox {
  var inC: wallfarm_box {
    wallfarm_box(
      left: Int32(left), top: Int32(top), right: Int32(right), bottom: Int32(bottom))
  }
}
