import WallfarmPluginKit

/// The motif of a pattern.
package enum Motif: String, CaseIterable, Sendable {
  case dots, lines, waffle, tiles, sky, hills, rays, rings, sprinkles
  case grain, paper, margin, marks, clouds, reeds

  /// Returns the layers of the motif, with all sizes multiplied by `scale`.
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

/// The appearance of a motif.
struct MotifStyle: Sendable {
  let ink: Color
  /// The distance between repetitions in points on a phone.
  let pitch: Double
  /// The thickness of strokes and dots in points on a phone.
  let thickness: Double
  /// The clockwise rotation in degrees.
  let turn: Double
  var middle: UnitPoint
  /// The vertical positions at which the motif is strongest and at which it vanishes, as fractions
  /// of the canvas height.
  let fade: (from: Double, to: Double)
  let seed: Int
}

/// Draws a motif on a canvas.
struct MotifDrawing {
  let style: MotifStyle
  let canvas: Size
  let scale: Double
  /// The movement in a film; nil for a still picture.
  let wind: Wind?

  var pitch: Double { style.pitch * scale }
  var thickness: Double { style.thickness * scale }
  /// Half of the canvas diagonal.
  var reach: Double {
    (canvas.width * canvas.width + canvas.height * canvas.height).squareRoot() / 2
  }
  var center: Point { Point(x: canvas.width / 2, y: canvas.height / 2) }

  /// Returns the strength of the motif at a vertical position, from 0 to 1.
  func strength(at y: Double) -> Double {
    let (from, to) = style.fade
    guard from != to else { return 1 }
    return min(max((y / canvas.height - to) / (from - to), 0), 1)
  }

  /// Groups outlines of similar strength into a few layers.
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

  /// The maximum number of pieces per layer.
  ///
  /// A piece has up to 17 elements, so a layer stays below the limit of 100,000 elements per
  /// outline.
  private static let most = 5000

  /// Returns the points of a square grid that covers the canvas and is rotated about the center of
  /// the canvas.
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
