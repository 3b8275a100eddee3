internal import Designs
import Graphics
import WallfarmPluginKit

/// How well the letters of a look can be read on a photo before anything is done for them.
struct LookChoice: Hashable {
  /// Colours of the letters, and what is asked of them.
  let rules: LegibilityRules
  /// Where they may stand, in points.
  let area: Rect

  /// A look is taken from the theme's own only where it is better by this share of the area.
  static let gain = 0.1
  /// How many pixels of the screen are one of those that are looked at, along each side.
  static let reduction = 8

  /// The share of the area on which the letters have the contrast and the Lc that large text needs.
  ///
  /// - Parameters:
  ///   - ground: the picture behind them.
  ///   - scale: its pixels for each point.
  /// - Returns: the share, 0…1.
  /// - Throws: what reading the pixels throws.
  func readable(on ground: Ground, scale: Scale) throws(RenderError) -> Double {
    let target = rules.target(size: 100, isNumber: false)
    let grounds = APCA.Grounds(text: APCA.luminance(rules.text), atLeast: target.lightness)
    let text = rules.text.relativeLuminance
    var (passed, all) = (0, 0)
    try ground.withSurface { (surface) throws(RenderError) in
      let (size, stride) = (surface.size, surface.stride)
      let columns = range(area.x * scale.x, area.maxX * scale.x, size.width)
      let rows = range(area.y * scale.y, area.maxY * scale.y, size.height)
      surface.withPixels { bytes in
        for y in rows {
          for x in columns {
            let place = y * stride + x * 4
            let color = Color(red: bytes[place + 2], green: bytes[place + 1], blue: bytes[place])
            let below = color.relativeLuminance
            let contrast = (max(text, below) + 0.05) / (min(text, below) + 0.05)
            all += 1
            if contrast >= target.contrast, grounds.contains(APCA.luminance(color)) { passed += 1 }
          }
        }
      }
    }
    return all > 0 ? Double(passed) / Double(all) : 0
  }

  private func range(_ first: Double, _ last: Double, _ count: Int) -> Range<Int> {
    let start = min(max(0, Int(first)), count - 1)
    return start..<min(max(start + 1, Int(last)), count)
  }
}
