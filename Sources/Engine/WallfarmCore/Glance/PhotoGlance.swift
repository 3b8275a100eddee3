internal import Designs
import Graphics
import WallfarmPluginKit

/// What is seen of a photo at first sight, where letters may stand on it: row by row of a small picture.
struct PhotoGlance {
  /// Colours of the letters, what is asked of them, and where they may stand.
  struct Question: Hashable {
    let rules: LegibilityRules
    /// In points.
    let area: Rect
  }

  /// What the squares of one row are like.
  struct Row {
    var count = 0
    /// How many of them the letters have the contrast and the Lc on that large text needs.
    var readable = 0
    /// Sum of their brightness, 0…255 each, and of its squares.
    var sum = 0.0
    var squares = 0.0
    /// Sum of the differences to the squares beside and below.
    var edges = 0.0
  }

  /// How many pixels of the screen are one of those that are looked at, along each side.
  static let reduction = 8

  let rows: [Row]
  /// Top of the first row, in points, and how high each is.
  let top: Double
  let height: Double

  /// Looks at a small picture of the background.
  ///
  /// - Parameters:
  ///   - ground: the picture.
  ///   - scale: its pixels for each point.
  ///   - question: what is looked for.
  /// - Throws: what reading the pixels throws.
  init(at ground: Ground, scale: Scale, for question: Question) throws(RenderError) {
    let (rules, area) = (question.rules, question.area)
    let target = rules.target(size: 100, isNumber: false)
    let grounds = APCA.Grounds(text: APCA.luminance(rules.text), atLeast: target.lightness)
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

  /// The share of the area on which letters can be read, 0…1.
  var readable: Double {
    let all = rows.reduce(0) { $0 + $1.count }
    return all > 0 ? Double(rows.reduce(0) { $0 + $1.readable }) / Double(all) : 0
  }

  private static func range(_ first: Double, _ last: Double, _ count: Int) -> Range<Int> {
    let start = min(max(0, Int(first)), count - 1)
    return start..<min(max(start + 1, Int(last)), count)
  }
}

extension Color {
  /// Weights of ITU-R BT.709 on levels, which are spaced as eyes see them, 0…255.
  fileprivate var brightness: Double {
    0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)
  }
}
