internal import Designs
internal import SourceJSON
internal import WallfarmCore
import WallfarmPluginKit

/// The maximum contrast and APCA Lc that a theme's text can have on the theme's own background.
///
/// These values are upper bounds. They assume the best color that the theme allows, the best
/// position on the background, and the strongest legibility aid. If a theme requires more, its
/// requirement cannot be met.
struct ContrastBound {
  private let theme: Theme
  private let grounds: [Color]?

  /// Creates the bounds for a theme on a device.
  init(_ theme: Theme, on device: Device, uses: UseCheck) {
    self.theme = theme
    grounds = uses.background(of: theme.background, in: theme).flatMap { background in
      Self.grounds(of: background, on: device)
    }
  }

  /// The errors for text that cannot reach the required contrast.
  ///
  /// - Throws: errors in the theme, which have already been reported.
  func problems(in context: String) throws(RenderError) -> [RenderError] {
    let rules = try LegibilityRules(theme)
    let style = try theme.value(of: "style.number", origin: .file(theme.file)).value
    let badge = style == "badge" ? try theme.color("colors.badge") : nil
    let card = try theme.color("colors.card")
    let ownShadow = try theme.color("colors.shadow")
    var found: [RenderError] = []
    for key in ["colors.text"] + (style == "none" ? [] : ["colors.number"]) {
      let written = try theme.value(of: key, origin: .file(theme.file))
      guard case .string(let text) = written.value, let color = Color(text) else { continue }
      let covers = [card, key == "colors.number" ? badge : nil].compactMap(\.self)
      let others = rules.aids.contains(.color) ? [rules.text, rules.alternate] : []
      let grounds = grounds(rules, covers, ownShadow)
      func most(_ figure: (_ letters: Color, _ ground: Color) -> Double) -> Double {
        ([color] + others).flatMap { letters in grounds.map { figure(letters, $0) } }.max()
          ?? .infinity
      }
      let contrast = most { $0.contrast(with: $1) }
      let lightness = most { $0.lightness(on: $1) }
      if contrast < rules.contrast {
        found.append(try unreachable(key, written, .contrast, most: contrast, rules, in: context))
      } else if key == "colors.text", lightness < rules.lightness {
        // Check the Lc of the text only: numbers that are too faint are drawn in the text color, so
        // their Lc can be reached.
        found.append(try unreachable(key, written, .lightness, most: lightness, rules, in: context))
      }
    }
    return found
  }

  private func unreachable(
    _ key: String, _ written: TokenValue, _ figure: Figure, most: Double, _ rules: LegibilityRules,
    in context: String
  ) throws(RenderError) -> RenderError {
    let asked = try theme.value(of: figure.token, origin: .file(theme.file))
    return .contrastUnreachable(key, written, figure, most: most, asked, rules, in: context)
  }

  /// The colors that can be behind text, with and without aids, and including the theme's cards and
  /// badges, if any.
  private func grounds(
    _ rules: LegibilityRules, _ covers: [Color], _ ownShadow: Color?
  ) -> [Color] {
    let shade = rules.aids.map(\.strongestShade).max() ?? 0
    let shadow = rules.aids.contains(.shadow) ? LegibilityLimits.shadows : 0
    return (grounds ?? [.black, .white]).flatMap { ground in
      [Color.black, .white].flatMap { aid -> [Color] in
        // An aid that is a gradient or a card is below the theme's own cards, but a shadow is above
        // them.
        let seen = covers.reduce(ground.mixed(with: aid, shade)) { $1.over($0) }
        let plain = covers.reduce(ground) { $1.over($0) }
        return [plain, seen, plain.mixed(with: aid, shadow)]
          + (ownShadow.map { [$0.over(plain), $0.over(seen)] } ?? [])
      }
    }
  }

  /// The 100 darkest and the 100 lightest of many colors.
  ///
  /// Other colors are not needed, because the maximum contrast occurs at one of the extremes.
  private static func extremes(of colors: [Color]) -> [Color] {
    guard colors.count > 200 else { return colors }
    let sorted = colors.sorted { $0.relativeLuminance < $1.relativeLuminance }
    return Array(sorted.prefix(100) + sorted.suffix(100))
  }

  /// The colors of a background that contains no picture; nil if they cannot be determined in
  /// advance.
  private static func grounds(of background: any Background, on device: Device) -> [Color]? {
    let area = FreeArea(on: device, widgets: true, clock: .standard)
    let context = ComposeContext(
      canvas: device.points, freeArea: area.frame, obstacles: area.obstacles,
      typeScale: device.typeScale, isTablet: device.isTablet, measurer: NoText())
    guard let layers = try? background.layers(in: context) else { return nil }
    var colors: [Color] = []
    for layer in layers.flatMap(\.drawn) {
      let inks: [Color]
      switch layer.content {
      case .fill(let paint): inks = paint.colors
      case .shape(let shape) where shape.shadow == nil && !colors.isEmpty:
        inks = (shape.fill?.colors ?? []) + (shape.stroke.map { [$0.color] } ?? [])
      default: return nil
      }
      // A glow or a shape might not cover everything, so keep the colors below it, too.
      let seen = colors.flatMap { below in inks.map { $0.over(below) } }
      colors = Self.extremes(of: colors.isEmpty ? inks : colors + seen)
    }
    return colors.isEmpty || colors.contains { $0.alpha < 255 } ? nil : colors
  }
}

extension Layer {
  /// The layers of an opaque group without a clip; for any other layer, the layer itself.
  fileprivate var drawn: [Layer] {
    guard case .group(let group) = content, opacity == 1, group.clip == nil else { return [self] }
    return group.layers.flatMap(\.drawn)
  }
}

/// A measure of contrast for which a theme requires a minimum.
private enum Figure {
  case contrast, lightness

  var token: String {
    switch self {
    case .contrast: "legibility.contrast"
    case .lightness: "legibility.lightness"
    }
  }

  var words: String {
    switch self {
    case .contrast: "a contrast"
    case .lightness: "an Lc (APCA)"
    }
  }
}

/// A text measurer that always fails, because backgrounds and images that contain text are not
/// checked.
struct NoText: TextMeasurer {
  func measure(_ block: TextBlock, width: Double?) throws(RenderError) -> TextMeasurement {
    throw RenderError(.invalidScene, "text cannot be measured in a check")
  }
}

extension LegibilityAid {
  /// The maximum opacity of the black or white that the aid adds to the background.
  fileprivate var strongestShade: Double {
    switch self {
    case .color, .shadow: 0
    case .gradient: LegibilityLimits.gradient
    case .card: LegibilityLimits.card.upperBound
    }
  }
}

extension Paint {
  fileprivate var colors: [Color] {
    switch self {
    case .color(let color): [color]
    case .linear(let gradient): Paint.ramp(gradient.stops)
    case .radial(let gradient): Paint.ramp(gradient.stops)
    }
  }

  /// The colors of the stops and several colors between them.
  ///
  /// A mixture can be darker than both stops, such as the color halfway between red and blue.
  private static func ramp(_ stops: [GradientStop]) -> [Color] {
    let pairs = zip(stops, stops.dropFirst())
    return stops.map(\.color)
      + pairs.flatMap { one, other in
        (1..<16).map { one.color.between(other.color, Double($0) / 16) }
      }
  }
}

extension Color {
  /// The APCA Lc of text in this color on a background, from 0 to 108.
  fileprivate func lightness(on ground: Color) -> Double {
    APCA.contrast(text: APCA.luminance(self), ground: APCA.luminance(ground))
  }

  /// Interpolates to another color, including opacity.
  fileprivate func between(_ other: Color, _ share: Double) -> Color {
    var color = mixed(with: other, share)
    color.alpha = UInt8((Double(alpha) + (Double(other.alpha) - Double(alpha)) * share).rounded())
    return color
  }

  /// Interpolates to another color in sRGB, as cairo does when it composites colors.
  fileprivate func mixed(with other: Color, _ share: Double) -> Color {
    func between(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) + (Double(b) - Double(a)) * share).rounded())
    }
    return Color(
      red: between(red, other.red), green: between(green, other.green),
      blue: between(blue, other.blue))
  }
}

extension RenderError {
  fileprivate static func contrastUnreachable(
    _ key: String, _ found: TokenValue, _ figure: Figure, most: Double, _ asked: TokenValue,
    _ rules: LegibilityRules, in context: String
  ) -> RenderError {
    // Round down, so that 4.46 does not appear as 4.5.
    let most = JSONValue.number((most * 10).rounded(.down) / 10).text(pretty: false)
    let isWritten = asked.origin != found.origin && asked.origin.line != nil
    return RenderError(
      .contrastUnreachable,
      "'\(key)' can reach \(figure.words) of at most \(most) on its background\(context), but the "
        + "minimum is " + asked.value.text(pretty: false),
      origin: found.origin,
      hint: rules.aids.contains(.card)
        ? "lower '\(figure.token)', or use a color closer to black or white"
        : "lower '\(figure.token)', use another color, or allow more 'legibility.aids'",
      also: isWritten ? "'\(figure.token)' is set in \(asked.origin)" : nil)
  }
}
