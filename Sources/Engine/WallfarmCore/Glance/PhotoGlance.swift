internal import Designs
import Graphics
import WallfarmPluginKit

/// Statistics for each row of a reduced picture of the background, within the text area.
struct PhotoGlance {
  /// The text rules and the area to analyze.
  struct Question: Hashable {
    let rules: LegibilityRules
    /// The text area in points.
    let area: Rect
  }

  /// Statistics for one row of squares; each square is one pixel of the reduced picture.
  struct Row {
    var count = 0
    /// The number of squares on which text reaches the contrast targets for large text.
    var readable = 0
    /// The sum over all squares of the visible change, 0…255, that the weakest sufficient aid
    /// causes.
    var help = 0.0
    /// The sum of the brightness values, 0…255; `squares` is the sum of their squares.
    var sum = 0.0
    var squares = 0.0
    /// The sum of the brightness differences between each square and its right and lower neighbors.
    var edges = 0.0
  }

  /// The width and height of a square in screen pixels.
  static let reduction = 8

  let rows: [Row]
  /// The top of the first row and the height of each row, in points.
  let top: Double
  let height: Double

  /// Analyzes a reduced picture of the background.
  ///
  /// - Parameters:
  ///   - ground: the picture.
  ///   - scale: the number of pixels per point in the picture.
  ///   - question: the text rules and the area.
  /// - Throws: any error from reading the pixels.
  init(at ground: Ground, scale: Scale, for question: Question) throws(RenderError) {
    let (rules, area) = (question.rules, question.area)
    let target = rules.target(size: 100, isNumber: false)
    let grounds = APCA.Grounds(text: APCA.luminance(rules.text), atLeast: target.lightness)
    let help = PhotoGlance.help(rules.text, target, grounds)
    var found: [Row] = []
    var first = 0
    try ground.withSurface { (surface) throws(RenderError) in
      let (size, stride) = (surface.size, surface.stride)
      let columns = PhotoGlance.range(area.x * scale.x, area.maxX * scale.x, size.width)
      let lines = PhotoGlance.range(area.y * scale.y, area.maxY * scale.y, size.height)
      first = lines.lowerBound
      surface.withPixels { bytes in
        func color(_ x: Int, _ y: Int) -> Color {
          let place = y * stride + x * 4
          return Color(red: bytes[place + 2], green: bytes[place + 1], blue: bytes[place])
        }
        for y in lines {
          var row = Row()
          for x in columns {
            let own = color(x, y)
            row.count += 1
            if rules.text.contrast(with: own) >= target.contrast,
              grounds.contains(APCA.luminance(own))
            {
              row.readable += 1
            }
            let level = own.brightness
            row.help += help[Int(level)]
            row.sum += level
            row.squares += level * level
            row.edges += abs(level - color(min(x + 1, size.width - 1), y).brightness)
            row.edges += abs(level - color(x, min(y + 1, size.height - 1)).brightness)
          }
          found.append(row)
        }
      }
    }
    rows = found
    (top, height) = (Double(first) / scale.y, 1 / scale.y)
  }

  /// The mean visible change, 0…255, that legibility aids would cause.
  var help: Double {
    let all = rows.reduce(0) { $0 + $1.count }
    return all > 0 ? rows.reduce(0) { $0 + $1.help } / Double(all) : 0
  }

  /// Returns, for each gray level of the background, the visible change that the weakest sufficient
  /// aid causes.
  ///
  /// The aid is black under light text and white under dark text.
  private static func help(
    _ text: Color, _ target: LegibilityTarget, _ grounds: APCA.Grounds
  ) -> [Double] {
    let isLight = Letters(text) == .light
    let end = isLight ? 0.0 : 255.0
    return (0...255).map { level in
      let changes = stride(from: 0, through: abs(end - Double(level)), by: 4)
      let least = changes.first { change in
        let gray = UInt8(Double(level) + (isLight ? -change : change))
        let aided = Color(red: gray, green: gray, blue: gray)
        return text.contrast(with: aided) >= target.contrast
          && grounds.contains(APCA.luminance(aided))
      }
      return (least ?? 255) * (isLight ? 1 : LegibilityLimits.glow)
    }
  }

  private static func range(_ first: Double, _ last: Double, _ count: Int) -> Range<Int> {
    let start = min(max(0, Int(first)), count - 1)
    return start..<min(max(start + 1, Int(last)), count)
  }
}

extension Color {
  /// The perceived brightness, 0…255, computed by applying the weights of ITU-R BT.709 to the
  /// gamma-encoded levels.
  fileprivate var brightness: Double {
    0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)
  }
}
