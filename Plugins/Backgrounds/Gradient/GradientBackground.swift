public import WallfarmPluginKit

/// A background with a linear or radial gradient.
public struct GradientBackground: BackgroundPlugin {
  /// The identifier, `gradient`.
  public static let id = "gradient"
  /// The first version.
  public static let version = 1
  /// The one-line summary that is shown in lists of plugins.
  public static let summary = "A linear or radial gradient, dithered to avoid visible bands."
  /// The parameters of the plugin.
  public static let schema = ParameterSchema(
    kind, colors, angle, centerX, centerY, radius, glow, glowX, glowY, glowRadius, mirror)

  /// The shape of a gradient.
  enum Kind: String, CaseIterable, Sendable { case linear, radial }

  static let kind = Parameter.choice(
    "kind", default: Kind.linear, summary: "Shape of the gradient: along a line, or in circles.")
  static let colors = Parameter.stops(
    "colors", default: ["#1e3c72", "#2a5298"],
    summary: "Colors from start to end, or from the center outward.")
  static let angle = Parameter.number(
    "angle", in: 0...360, unit: .degrees, default: 180,
    summary: "Direction of a linear gradient: 180 runs downward, 90 to the right.")
  static let centerX = Parameter.number(
    "center-x", in: 0...1, unit: .fraction, default: 0.5,
    summary: "Horizontal center of a radial gradient.")
  static let centerY = Parameter.number(
    "center-y", in: 0...1, unit: .fraction, default: 0.35,
    summary: "Vertical center of a radial gradient.")
  static let radius = Parameter.number(
    "radius", in: 0.05...2, unit: .fraction, default: 0.8,
    summary: "Radius of a radial gradient, relative to the height.")
  static let glow = Parameter.optionalColor(
    "glow", summary: "Color of a soft light over the gradient, or none.")
  static let glowX = Parameter.number(
    "glow-x", in: -0.5...1.5, unit: .fraction, default: 0.8,
    summary: "Horizontal center of the glow.")
  static let glowY = Parameter.number(
    "glow-y", in: -0.5...1.5, unit: .fraction, default: 0.1, summary: "Vertical center of the glow."
  )
  static let glowRadius = Parameter.number(
    "glow-radius", in: 0.05...2, unit: .fraction, default: 0.5,
    summary: "Radius of the glow, relative to the height.")

  static let mirror = Parameter.boolean(
    "mirror", default: false, summary: "Whether the background is mirrored for right-to-left text.")

  let kind: Kind
  let stops: [GradientStop]
  let angle: Double
  let center: UnitPoint
  let radius: Double
  let glow: Color?
  let glowCenter: UnitPoint
  let glowRadius: Double
  /// Whether to mirror the picture for right-to-left text.
  let mirrors: Bool

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    kind = try values.value(of: Self.kind)
    stops = try values.value(of: Self.colors)
    angle = try values.value(of: Self.angle)
    center = UnitPoint(
      x: try values.value(of: Self.centerX), y: try values.value(of: Self.centerY))
    radius = try values.value(of: Self.radius)
    glow = try values.value(of: Self.glow)
    glowCenter = UnitPoint(
      x: try values.value(of: Self.glowX), y: try values.value(of: Self.glowY))
    glowRadius = try values.value(of: Self.glowRadius)
    mirrors = try values.value(of: Self.mirror)
  }

  /// Returns the gradient and, if there is one, the glow over it.
  public func layers(in context: ComposeContext) -> [Layer] {
    let isMirrored = isMirrored(in: context)
    let paint: Paint =
      switch kind {
      case .linear: .linear(linear(isMirrored ? 360 - angle : angle, on: context.canvas))
      case .radial:
        .radial(
          radial(isMirrored ? center.mirrored : center, radius, stops, on: context.canvas))
      }
    return [Layer("background", .fill(paint))]
      + glowLayers(isMirrored ? glowCenter.mirrored : glowCenter, on: context.canvas)
  }

  /// Returns whether the picture is mirrored because its text reads from right to left.
  func isMirrored(in context: ComposeContext) -> Bool {
    mirrors && context.direction == .rightToLeft
  }

  /// Returns the gradient along a line through the center, with the line length that CSS Images 3
  /// specifies.
  ///
  /// The perpendiculars at both ends of the line pass through corners of the canvas.
  private func linear(_ angle: Double, on canvas: Size) -> LinearGradient {
    let direction = CompassDirection(degrees: angle)
    let half =
      (abs(canvas.width * direction.right) + abs(canvas.height * direction.down)) / 2
    let middle = Point(x: canvas.width / 2, y: canvas.height / 2)
    return LinearGradient(
      start: Point(x: middle.x - direction.right * half, y: middle.y - direction.down * half),
      end: Point(x: middle.x + direction.right * half, y: middle.y + direction.down * half),
      stops: stops)
  }

  private func radial(
    _ center: UnitPoint, _ radius: Double, _ stops: [GradientStop], on canvas: Size
  ) -> RadialGradient {
    RadialGradient(
      center: Point(x: canvas.width * center.x, y: canvas.height * center.y),
      radius: canvas.height * radius, stops: stops)
  }

  private func glowLayers(_ center: UnitPoint, on canvas: Size) -> [Layer] {
    guard let glow else { return [] }
    // A bell-shaped fade looks like light. With a linear fade, the edge of the disc would be
    // visible.
    let stops = [
      GradientStop(0, glow), GradientStop(0.35, glow.opacity(0.55)),
      GradientStop(0.7, glow.opacity(0.14)), GradientStop(1, glow.opacity(0)),
    ]
    return [Layer("glow", .fill(.radial(radial(center, glowRadius, stops, on: canvas))))]
  }
}

extension UnitPoint {
  /// The point mirrored about the vertical center line of the picture.
  var mirrored: UnitPoint { UnitPoint(x: 1 - x, y: y) }
}
