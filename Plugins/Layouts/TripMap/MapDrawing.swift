import WallfarmPluginKit

/// Draws the outlines of a map in two tones, with an accent color for the route.
struct MapDrawing {
  let outlines: MapOutlines
  let look: LayoutLook
  /// The contrast between land and sea, from 0 to 1.
  let land: Double
  /// The color of water, which mutes the artwork behind the map; nil for no color.
  let sea: Color?
  /// The factor that converts points on a phone to points on this screen.
  let scale: Double

  /// The radius of the glow around a place, in points on a phone.
  static let glow = 15.0
  /// The minimum contrast ratio between text and the color below the land.
  ///
  /// Drawing the land over this color reduces the contrast.
  private static let readable = 12.0
  /// The radius of the dot for a place, in points on a phone.
  static let dot = 5.0
  /// The opacity of water on a flat map, of water on a globe, and of the color below land.
  private static let water = (map: 0.25, globe: 0.6, land: 0.75)
  /// The distance below which places are merged, in points on a phone.
  private static let nearest = 9.0

  /// The layers in paint order.
  func layers(showingWays: Bool) -> [Layer] {
    let stops = stops
    return water + sphere
      + [
        Layer("land.ground", .shape(ShapeContent(.path(outlines.land), fill: landGround))),
        Layer("land", .shape(ShapeContent(.path(outlines.land), fill: .color(shade(land))))),
        Layer(
          "coast",
          .shape(
            ShapeContent(
              .path(outlines.coast), stroke: Stroke(color: shade(land * 1.5), width: 0.5 * scale)))),
      ].filter { !$0.isEmpty } + (showingWays ? ways(between: stops) : []) + dots(at: stops)
  }

  private func tone(_ strength: Double) -> Color { look.color.opacity(min(1, strength)) }

  /// The color of land or a coast: the text color at a given strength.
  ///
  /// For the same contrast, a light color needs a higher opacity than a dark color.
  private func shade(_ strength: Double) -> Color {
    tone(strength * (look.color.contrasting == .black ? 1 : 0.28))
  }

  /// The layer for water on a flat map, which mutes the theme's artwork.
  private var water: [Layer] {
    guard let ground, outlines.globe == nil else { return [] }
    return [Layer("water", .fill(.color(ground.opacity(MapDrawing.water.map))))]
  }

  /// The color that is drawn below land to hide the theme's artwork; nil for no color.
  private var landGround: Paint? { ground.map { .color($0.opacity(MapDrawing.water.land)) } }

  /// The color of water, mixed with black or white until text on it is readable.
  private var ground: Color? {
    guard let sea else { return nil }
    let end = look.color.contrasting
    let mixtures = [sea, end.opacity(0.5).over(sea), end]
    return mixtures.first { look.color.contrast(with: $0) >= MapDrawing.readable } ?? end
  }

  /// The globe, lighter than its surroundings, with a highlight and an atmosphere.
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
      + (ground.map { [disc("ground", center, radius, .color($0.opacity(MapDrawing.water.globe)))] }
        ?? [])
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

  /// The positions of the dots, and the index of the dot for each stop; the index is nil for a stop
  /// that is not visible.
  var stops: (dots: [Point], of: [Int?]) {
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

  /// The name of each dot: the first name among its stops, or an empty string.
  func names(of all: [Stop]) -> [String] {
    let (dots, of) = stops
    return dots.indices.map { dot in
      zip(all, of).first { $1 == dot && !$0.name.isEmpty }?.0.name ?? ""
    }
  }

  /// The routes between the stops; a route that occurs several times is drawn once.
  private func ways(between stops: (dots: [Point], of: [Int?])) -> [Layer] {
    var drawn: Set<Set<Int>> = []
    var path: [PathElement] = []
    for (index, way) in outlines.ways.enumerated() {
      let ends = [stops.of[index], stops.of[index + 1]]
      if let start = ends[0], let end = ends[1] {
        guard start != end, drawn.insert([start, end]).inserted else { continue }
        // A route starts and ends at dots, each of which may represent several merged stops.
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
                  GradientStop(0, look.accent.opacity(0.5)),
                  GradientStop(0.5, look.accent.opacity(0.14)),
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
  /// Whether the layer is an empty path or has no color.
  fileprivate var isEmpty: Bool {
    if case .shape(let shape) = content, case .path(let path) = shape.shape {
      path.isEmpty || shape.fill == nil && shape.stroke == nil
    } else {
      false
    }
  }
}
