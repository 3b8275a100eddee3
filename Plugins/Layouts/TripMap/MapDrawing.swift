import WallfarmPluginKit

/// The outlines of a map in the colours of a look: two tones, and one accent for the journey.
struct MapDrawing {
  let outlines: MapOutlines
  let look: LayoutLook
  /// How strongly land stands out from sea, 0…1.
  let land: Double
  /// Colour of a globe, below its light.
  let sea: Color?
  /// Points of a point on a phone.
  let scale: Double

  /// Radius of the light round a place, in points on a phone.
  static let glow = 15.0
  /// Radius of a place itself.
  private static let dot = 3.6
  /// Places nearer to each other than this are one dot.
  private static let nearest = 9.0

  /// First to last.
  func layers(showingWays: Bool) -> [Layer] {
    let stops = stops
    return sphere
      + [
        Layer("land", .shape(ShapeContent(.path(outlines.land), fill: .color(tone(land))))),
        Layer(
          "coast",
          .shape(
            ShapeContent(
              .path(outlines.coast), stroke: Stroke(color: tone(land * 1.7), width: 0.5 * scale)))),
      ].filter { !$0.isEmpty } + (showingWays ? ways(between: stops) : []) + dots(at: stops)
  }

  private func tone(_ strength: Double) -> Color { look.color.opacity(min(1, strength)) }

  /// A globe is lighter than what is behind it, most where the light comes from, and air shines round it.
  private var sphere: [Layer] {
    guard let globe = outlines.globe else { return [] }
    let radius = globe.width / 2
    let center = Point(x: globe.midX, y: globe.midY)
    let air = radius * 1.16
    let light = Point(x: center.x - radius * 0.35, y: center.y - radius * 0.4)
    return [
      disc(
        "air", center, air,
        .radial(
          RadialGradient(
            center: center, radius: air,
            stops: [
              GradientStop(0.8, tone(0.2)), GradientStop(0.87, tone(0.1)),
              GradientStop(0.94, tone(0.03)), GradientStop(1, tone(0)),
            ])))
    ]
      + (sea.map { [disc("ground", center, radius, .color($0.opacity(0.6)))] } ?? [])
      + [
        disc(
          "sea", center, radius,
          .radial(
            RadialGradient(
              center: light, radius: radius * 1.5,
              stops: [GradientStop(0, tone(0.15)), GradientStop(1, tone(0.03))])))
      ]
  }

  private func disc(_ name: String, _ center: Point, _ radius: Double, _ fill: Paint) -> Layer {
    Layer(name, .shape(ShapeContent(Marks.dot(center, radius: radius), fill: fill)))
  }

  /// Where dots stand, and the stops that each of them is for; stops that are not seen have none.
  private var stops: (dots: [Point], of: [Int?]) {
    var dots: [Point] = []
    var of: [Int?] = []
    for point in outlines.places {
      guard let point else {
        of.append(nil)
        continue
      }
      let near = dots.firstIndex {
        let (x, y) = ($0.x - point.x, $0.y - point.y)
        return (x * x + y * y).squareRoot() < MapDrawing.nearest * scale
      }
      if near == nil { dots.append(point) }
      of.append(near ?? dots.count - 1)
    }
    return (dots, of)
  }

  /// Each way once, however often it was gone.
  private func ways(between stops: (dots: [Point], of: [Int?])) -> [Layer] {
    var drawn: Set<Set<Int>> = []
    var path: [PathElement] = []
    for (index, way) in outlines.ways.enumerated() {
      let ends = [stops.of[index], stops.of[index + 1]]
      if let start = ends[0], let end = ends[1] {
        guard start != end, drawn.insert([start, end]).inserted else { continue }
        // From dot to dot, where that of a stop is another stop's.
        path += joined(way, from: stops.dots[start], to: stops.dots[end])
      } else {
        path += way
      }
    }
    guard !path.isEmpty else { return [] }
    return [
      Layer(
        "route.glow",
        .shape(
          ShapeContent(
            .path(path), stroke: Stroke(color: look.accent.opacity(0.22), width: 4.5 * scale)))),
      Layer(
        "route",
        .shape(
          ShapeContent(
            .path(path), stroke: Stroke(color: look.accent.opacity(0.9), width: 1.4 * scale)))),
    ]
  }

  private func joined(_ way: [PathElement], from start: Point, to end: Point) -> [PathElement] {
    guard way.count > 1 else { return [] }
    return [.move(start)] + way.dropFirst().dropLast() + [.line(end)]
  }

  private func dots(at stops: (dots: [Point], of: [Int?])) -> [Layer] {
    let glows = stops.dots.enumerated().map { index, point in
      let radius = MapDrawing.glow * scale
      return Layer(
        "glow.\(index + 1)",
        .shape(
          ShapeContent(
            Marks.dot(point, radius: radius),
            fill: .radial(
              RadialGradient(
                center: point, radius: radius,
                stops: [
                  GradientStop(0, look.accent.opacity(0.55)),
                  GradientStop(0.4, look.accent.opacity(0.22)),
                  GradientStop(1, look.accent.opacity(0)),
                ])))))
    }
    guard !stops.dots.isEmpty else { return [] }
    return glows + [
      Layer(
        "places",
        .shape(
          ShapeContent(
            Marks.dots(stops.dots, radius: MapDrawing.dot * scale), fill: .color(look.accent)))),
      Layer(
        "places.light",
        .shape(
          ShapeContent(
            Marks.dots(stops.dots, radius: MapDrawing.dot * 0.45 * scale),
            fill: .color(look.accent.contrasting.opacity(0.85))))),
    ]
  }
}

extension Layer {
  /// An outline without a corner.
  fileprivate var isEmpty: Bool {
    if case .shape(let shape) = content, case .path(let path) = shape.shape {
      path.isEmpty
    } else {
      false
    }
  }
}
