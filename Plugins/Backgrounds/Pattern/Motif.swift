import WallfarmPluginKit

/// What a pattern is made of.
enum Motif: String, CaseIterable, Sendable {
  case dots, lines, waffle, tiles, sky, hills, rays, rings, sprinkles
  case grain, paper, margin, marks, clouds, reeds

  /// The layers of the motif; sizes grow with the screen by `scale`.
  func layers(
    _ style: MotifStyle, on canvas: Size, scale: Double, wind: Wind? = nil
  ) -> [Layer] {
    let drawing = MotifDrawing(style: style, canvas: canvas, scale: scale, wind: wind)
    return switch self {
    case .dots: drawing.dots()
    case .lines: drawing.lines(turn: style.turn)
    case .waffle: drawing.lines(turn: style.turn + 45) + drawing.lines(turn: style.turn + 135)
    case .tiles: drawing.tiles()
    case .sky: drawing.sky()
    case .hills: drawing.hills()
    case .rays: drawing.rays()
    case .rings: drawing.rings()
    case .sprinkles: drawing.sprinkles()
    case .grain: drawing.grain()
    case .paper: drawing.paper()
    case .margin: drawing.margin()
    case .marks: drawing.marks()
    case .clouds: drawing.clouds()
    case .reeds: drawing.reeds()
    }
  }
}

/// How a motif looks.
struct MotifStyle: Sendable {
  let ink: Color
  /// In points on a phone.
  let pitch: Double
  /// In points on a phone.
  let thickness: Double
  /// In degrees, clockwise.
  let turn: Double
  let middle: UnitPoint
  /// Shares of the height: where it is strongest, and where nothing is left.
  let fade: (from: Double, to: Double)
  let seed: Int
}

/// A motif on one screen.
struct MotifDrawing {
  let style: MotifStyle
  let canvas: Size
  let scale: Double
  /// Moves what is high up; nil: nothing moves.
  let wind: Wind?

  var pitch: Double { style.pitch * scale }
  var thickness: Double { style.thickness * scale }
  /// Half of the longest line across the screen.
  var reach: Double {
    (canvas.width * canvas.width + canvas.height * canvas.height).squareRoot() / 2
  }
  var center: Point { Point(x: canvas.width / 2, y: canvas.height / 2) }

  /// How much is left of the motif at a height, 0…1.
  func strength(at y: Double) -> Double {
    let (from, to) = style.fade
    guard from != to else { return 1 }
    return min(max((y / canvas.height - to) / (from - to), 0), 1)
  }

  /// Outlines that are drawn alike, put into a few layers by how much is left of them.
  func layers(_ pieces: [(outline: [PathElement], strength: Double)], isFilled: Bool) -> [Layer] {
    let steps = 12.0
    let groups = Dictionary(grouping: pieces) { ($0.strength * steps).rounded() }
    return groups.sorted { $0.key < $1.key }.flatMap { step, pieces -> [Layer] in
      guard step > 0 else { return [] }
      let ink = style.ink.opacity(step / steps)
      return stride(from: 0, to: pieces.count, by: MotifDrawing.most).map { first in
        let some = pieces[first..<min(first + MotifDrawing.most, pieces.count)]
        let shape = Shape.path(some.flatMap(\.outline))
        return Layer(
          "motif",
          .shape(
            isFilled
              ? ShapeContent(shape, fill: .color(ink))
              : ShapeContent(shape, stroke: Stroke(color: ink, width: thickness))))
      }
    }
  }

  /// Pieces in one layer, of 17 elements at most: an outline of a scene has no more than a hundred thousand.
  private static let most = 5000

  /// Points of a square grid that covers the screen, turned about its middle.
  func grid(turn: Double) -> [Point] {
    let direction = Turn(degrees: turn)
    let count = Int((reach / pitch).rounded(.up))
    return (-count...count).flatMap { row in
      (-count...count).compactMap { column in
        let point = direction.applied(x: Double(column) * pitch, y: Double(row) * pitch, to: center)
        let isNear =
          point.x > -pitch && point.x < canvas.width + pitch && point.y > -pitch
          && point.y < canvas.height + pitch
        return isNear ? point : nil
      }
    }
  }
}
