public import WallfarmPluginKit

/// A motif over a gradient, such as stars, hills, tiles or rays.
public struct PatternBackground: BackgroundPlugin {
  /// The identifier, `pattern`.
  public static let id = "pattern"
  /// The version; version 2 adds grain, paper, margin, marks, clouds and reeds.
  public static let version = 2
  /// The one-line summary that is shown in lists of plugins.
  public static let summary =
    "A motif, such as dots, lines, tiles, paper, a starry sky, hills or clouds, over a gradient."
  /// The background's own parameters, followed by the parameters of `gradient`.
  public static let schema = ParameterSchema(
    [
      motif.description, ink.description, pitch.description, thickness.description,
      turn.description,
      motifX.description, motifY.description, fadeFrom.description, fadeTo.description,
      seed.description, drift.description,
    ] + GradientBackground.schema.parameters)

  static let motif = Parameter.choice(
    "motif", default: Motif.dots, summary: "Motif drawn over the gradient.")
  static let ink = Parameter.color(
    "ink", default: Color.white.opacity(0.12),
    summary: "Color of the motif; make it transparent enough to keep text legible.")
  static let pitch = Parameter.number(
    "pitch", in: 4...400, unit: .points, default: 24,
    summary:
      "Distance between dots, lines, tiles, specks or hills; for rays, their width at the edge.")
  static let thickness = Parameter.number(
    "thickness", in: 0.2...40, unit: .points, default: 1.5,
    summary: "Thickness of lines and size of dots.")
  static let turn = Parameter.number(
    "turn", in: 0...360, unit: .degrees, default: 0,
    summary: "Clockwise rotation of the motif.")
  static let motifX = Parameter.number(
    "motif-x", in: -0.5...1.5, unit: .fraction, default: 0.5,
    summary: "Horizontal center of rays, rings and reeds; position of margin and marks.")
  static let motifY = Parameter.number(
    "motif-y", in: -0.5...1.5, unit: .fraction, default: 0.5,
    summary: "Vertical center of rays, rings and clouds; top of hills and reeds.")
  static let fadeFrom = Parameter.number(
    "fade-from", in: 0...1, unit: .fraction, default: 0,
    summary: "Height at which the motif is strongest.")
  static let fadeTo = Parameter.number(
    "fade-to", in: 0...1, unit: .fraction, default: 0,
    summary: "Height at which the motif has faded out; equal to fade-from for no fade.")
  static let seed = Parameter.integer(
    "seed", in: 0...9999, default: 1,
    summary: "Seed of the random positions of stars, hills, clouds and fibers.")

  static let drift = Parameter.number(
    "drift", in: 0...60, unit: .points, default: 0,
    summary:
      "Distance that stars and clouds move to the left per second in a film; distant ones move at "
      + "half the speed."
  )

  let base: GradientBackground
  let motif: Motif
  let style: MotifStyle
  let drift: Double

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    base = try GradientBackground(values)
    drift = try values.value(of: Self.drift)
    motif = try values.value(of: Self.motif)
    style = MotifStyle(
      ink: try values.value(of: Self.ink), pitch: try values.value(of: Self.pitch),
      thickness: try values.value(of: Self.thickness), turn: try values.value(of: Self.turn),
      middle: UnitPoint(
        x: try values.value(of: Self.motifX), y: try values.value(of: Self.motifY)),
      fade: (try values.value(of: Self.fadeFrom), try values.value(of: Self.fadeTo)),
      seed: try values.value(of: Self.seed))
  }

  /// Whether stars or clouds drift.
  public var movesInFilms: Bool { drift > 0 && (motif == .sky || motif == .clouds) }

  /// Returns the gradient and the motif over it.
  public func layers(in context: ComposeContext) -> [Layer] {
    let wind = context.filmTime.map { Wind(speed: drift * context.typeScale, seconds: $0) }
    var style = style
    if base.isMirrored(in: context) { style.middle = style.middle.mirrored }
    let drawn = motif.layers(
      style, on: context.canvas, scale: context.typeScale, wind: movesInFilms ? wind : nil)
    return base.layers(in: context) + [Layer("motif", .group(GroupContent(drawn)))]
  }
}
