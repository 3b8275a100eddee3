public import Designs
internal import Graphics
internal import SourceJSON
package import WallfarmCore
public import WallfarmPluginKit

/// Checks the text colors of a theme on the theme's own background, for every state of a note in
/// every variant.
///
/// It draws pictures for the smallest phone, where small type needs the highest contrast, and
/// measures their pixels.
public struct ThemeContrast {
  private let renderer: Renderer
  private let library: TemplateLibrary

  /// Opens the installed fonts.
  ///
  /// - Throws: `fonts-missing`.
  public init(installation: Installation, plugins: PluginRegistry) throws(RenderError) {
    renderer = try Renderer(installation: installation, plugins: plugins)
    library = TemplateLibrary(installation)
  }

  /// Uses an existing renderer.
  package init(renderer: Renderer, installation: Installation) {
    self.renderer = renderer
    library = TemplateLibrary(installation)
  }

  private static let device = "iphonese3"
  private static let now = When("2026-05-21T09:00")
  /// Notes below headings: one each that is overdue, due today, due in the future, done, and
  /// undated.
  private static let notes = [
    Note("Renew the passport", due: When("2026-05-19"), heading: "Home"),
    Note("Call the garage", due: When("2026-05-21"), heading: "Home"),
    Note("Book the train", due: When("2026-06-02"), heading: "Home"),
    Note("Water the plants", done: true, heading: "Away"),
    Note("Send the invoice", heading: "Away"),
  ]
  /// The tokens of text colors, most specific first.
  private static let tokens = ["colors.late", "colors.number", "colors.accent", "colors.text"]

  /// The request for a picture of a theme with notes in every state.
  package static func request(for theme: String) -> RenderRequest {
    var request = RenderRequest(device: device, notes: notes, theme: theme)
    request.now = now
    return request
  }

  /// Returns a warning for each color with too little contrast; it suggests the closest color with
  /// enough contrast.
  ///
  /// - Parameter file: the path of a valid theme.
  /// - Throws: the errors from rendering the theme.
  /// - Returns: the warnings, at most one for each position in the file.
  public func warnings(of file: String) throws(RenderError) -> [RenderWarning] {
    var request = ThemeContrast.request(for: file)
    let written = try library.theme(file, for: nil)
    var warnings: [RenderWarning] = []
    var seen: Set<Origin?> = []
    for look in [nil] + written.looks.map(Optional.some) {
      request.variant = look
      let report = try report(of: request)
      let theme = try written.theme(
        on: try library.devices.device(ThemeContrast.device), as: look)
      for faint in report?.faint ?? [] {
        guard let shortage = faint.shortage else { continue }
        let token = try ThemeContrast.token(of: faint.color, in: theme)
        guard seen.insert(token?.origin).inserted else { continue }
        let badge = try ThemeContrast.badge(below: token?.name, in: theme)
        warnings.append(.faintColor(faint, shortage, token, on: badge, in: look))
      }
    }
    return warnings
  }

  /// The report about the text on the background.
  ///
  /// Images of the theme are left out, because text on an image gets an aid. For the same reason,
  /// there is no report if the background is a photo.
  private func report(of request: RenderRequest) throws(RenderError) -> LegibilityReport? {
    let plan = try renderer.resolve(request)
    guard plan.photos.background.isEmpty else { return nil }
    let plain = plan.withoutImages.suggestingColors
    return try renderer.rasterize(renderer.compose(plain).scene, plain).report.legibility
  }

  /// The token that has a color; nil if the color is a mixture, such as the color of a heading.
  private static func token(
    of color: Color, in theme: Theme
  ) throws(RenderError) -> (name: String, origin: Origin)? {
    for name in tokens where try theme.color(name) == color {
      return (name, try theme.value(of: name, origin: .file(theme.file)).origin)
    }
    return nil
  }

  /// The color of the disc behind numbers; nil if there is no disc, or if the token does not apply
  /// only to numbers.
  private static func badge(
    below token: String?, in theme: Theme
  ) throws(RenderError) -> Color? {
    let file = Origin.file(theme.file)
    guard token == "colors.number",
      try theme.color("colors.text") != theme.color("colors.number"),
      try theme.value(of: "style.number", origin: file).value == .string("badge"),
      try theme.value(of: "style.align", origin: file).value == .string("start")
    else { return nil }
    return try theme.color("colors.badge")
  }
}

extension RenderWarning {
  fileprivate static func faintColor(
    _ faint: FaintColor, _ shortage: String, _ token: (name: String, origin: Origin)?,
    on badge: Color?, in look: ThemeVariant?
  ) -> RenderWarning {
    let ground = badge.map { "'colors.badge' \($0.hex)" } ?? "the theme's own background"
    let place = look.map { " in the look '\($0.rawValue)'" } ?? ""
    return RenderWarning(
      .lowContrast,
      "\(token.map { "'\($0.name)' " } ?? "the text color ")\(faint.color.hex) has \(shortage) "
        + "on \(ground)\(place)",
      hint: faint.sufficientColor.map { "use \($0.hex) or a color with more contrast" }
        ?? (badge == nil ? "change the background" : "change 'colors.badge'"),
      origin: token?.origin)
  }
}
