import Films
import Graphics
package import WallfarmPluginKit

/// Measures the contrast between text and the pixels behind it.
final class LetterGround {
  let size: PixelSize
  private var picture: ImageSurface

  init(_ stage: ShotStage) throws(RenderError) {
    size = stage.base.size
    picture = try ImageSurface(size: size)
  }

  /// Returns the lowest contrast of any line of the text.
  ///
  /// The contrast of a line is the value that at least 95 percent of its background pixels reach,
  /// so small details such as stars are ignored. The same rule applies to still pictures.
  ///
  /// - Parameters:
  ///   - letters: the text.
  ///   - opacity: the opacity of the slot that contains the text.
  ///   - lines: the boxes of the visible lines, in pixels.
  ///   - index: the index of the slot.
  ///   - seen: the stage at the time for which the contrast is checked.
  /// - Returns: a contrast ratio from 1 to 21.
  func leastContrast(
    of letters: SlotLetters, _ opacity: Double, in lines: [Rect], below index: Int,
    _ seen: SeenStage
  ) -> Double {
    let look = SeenLetters(letters, opacity)
    // If the plate and the text are opaque, the background is not visible.
    if let fixed = look.fixed { return fixed }
    return lines.map { line in
      let box = PixelBox(
        left: Int(line.x), top: Int(line.y), right: Int(line.maxX.rounded(.up)),
        bottom: Int(line.maxY.rounded(.up))
      ).intersection(PixelBox(size))
      seen.stage.draw(box, seen.below(index, within: box), on: &picture)
      return leastContrast(of: look, within: box)
    }.min() ?? 21
  }

  private func leastContrast(of look: SeenLetters, within box: PixelBox) -> Double {
    // Use as many samples as for still pictures; more samples do not improve the estimate.
    let step = max(1, Int((Double(box.area) / 2000).squareRoot()))
    let stride = picture.stride
    return picture.withPixels { pixels in
      var found: [Double] = []
      for y in Swift.stride(from: box.top, to: box.bottom, by: step) {
        for x in Swift.stride(from: box.left, to: box.right, by: step) {
          let place = y * stride + x * 4
          found.append(
            look.contrast(
              on: Color(red: pixels[place + 2], green: pixels[place + 1], blue: pixels[place])))
        }
      }
      found.sort()
      return found.isEmpty ? 21 : found[found.count / 20]
    }
  }
}

/// The effective colors of text and its plate at a given opacity.
private struct SeenLetters {
  private let color: Color
  private let plate: Color?
  private let opacity: Double

  init(_ letters: SlotLetters, _ opacity: Double) {
    (color, self.opacity) = (letters.color, opacity)
    if case .plate(let plate) = letters.ground { self.plate = plate } else { plate = nil }
  }

  /// The contrast between the text and its plate if both are opaque; otherwise, nil.
  var fixed: Double? {
    guard let plate, plate.alpha == 255, color.alpha == 255, opacity >= 0.999 else { return nil }
    return color.contrast(with: plate)
  }

  func contrast(on ground: Color) -> Double {
    let seen = (plate.map { color.over($0) } ?? color).opacity(opacity).over(ground)
    return seen.contrast(with: plate?.opacity(opacity).over(ground) ?? ground)
  }
}

extension SpritePlace {
  /// The bounding box of a transformed rectangle.
  package func box(of rect: Rect) -> Rect {
    let corners = [
      Point(x: rect.x, y: rect.y), Point(x: rect.maxX, y: rect.y), Point(x: rect.x, y: rect.maxY),
      Point(x: rect.maxX, y: rect.maxY),
    ].map { map($0) }
    let (left, top) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
    let (right, bottom) = (corners.map(\.x).max() ?? 0, corners.map(\.y).max() ?? 0)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
