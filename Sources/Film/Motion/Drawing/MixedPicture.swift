internal import CFrames
import Graphics
import WallfarmPluginKit

/// A frame that blends two shots in a transition.
final class MixedPicture {
  private(set) var picture: ImageSurface

  init(_ size: PixelSize) throws(RenderError) { picture = try ImageSurface(size: size) }

  /// Draws the transition at the progress `share`, from 0 to 1.
  func mix(
    _ before: borrowing ImageSurface, _ after: borrowing ImageSurface,
    _ kind: MotionTransition.Kind, _ share: Double
  ) {
    let share = min(1, max(0, share))
    before.withPixels { before in
      after.withPixels { after in
        switch kind {
        case .cut: picture.withMutablePixels { $0.copyMemory(from: after) }
        case .fade: fade(before, after, Int32((share * 256).rounded()))
        case .push: push(before, after, Int((Double(picture.size.width) * share).rounded()))
        case .rise: rise(before, after, Int((Double(picture.size.height) * share).rounded()))
        }
      }
    }
  }

  private func fade(
    _ before: UnsafeRawBufferPointer, _ after: UnsafeRawBufferPointer, _ weight: Int32
  ) {
    picture.withMutablePixels { target in
      wallfarm_mix(
        target.baseAddress?.assumingMemoryBound(to: UInt8.self),
        before.baseAddress?.assumingMemoryBound(to: UInt8.self),
        after.baseAddress?.assumingMemoryBound(to: UInt8.self), target.count, weight)
    }
  }

  private func push(
    _ before: UnsafeRawBufferPointer, _ after: UnsafeRawBufferPointer, _ columns: Int
  ) {
    let (stride, size) = (picture.stride, picture.size)
    let (moved, row) = (columns * 4, size.width * 4)
    picture.withMutablePixels { target in
      for y in 0..<size.height {
        let start = y * stride
        target.copy(start..<start + row - moved, from: before, start + moved)
        target.copy(start + row - moved..<start + row, from: after, start)
      }
    }
  }

  private func rise(
    _ before: UnsafeRawBufferPointer, _ after: UnsafeRawBufferPointer, _ rows: Int
  ) {
    let (stride, height) = (picture.stride, picture.size.height)
    let kept = (height - rows) * stride
    picture.withMutablePixels { target in
      target.copy(0..<kept, from: before, rows * stride)
      target.copy(kept..<height * stride, from: after, 0)
    }
  }
}
