internal import Authoring
internal import Designs
internal import Files
internal import FontFormats
internal import Graphics
internal import WallfarmCore
internal import WallfarmPluginKit

/// Draws the previews of a pack and measures its themes.
struct PackStudio {
  /// The images that are behind text on a screen, each once.
  private(set) var warnings: [RenderWarning] = []
  private let renderer: Renderer
  private let library: TemplateLibrary
  private let installation: Installation

  init(renderer: Renderer, installation: Installation) {
    (self.renderer, self.installation) = (renderer, installation)
    library = TemplateLibrary(folder: installation.templates)
  }

  /// The device and the width in pixels of previews.
  private static let previewDevice = "iphone15"
  private static let previewWidth = 393
  private static let notes = [
    Note("Buy oat milk and bread"), Note("Call Ana about Saturday", done: true),
    Note("Dentist at 9:40, bring the card"), Note("Water the plants"),
  ]

  /// Draws a theme with a list of notes, as a PNG file.
  func preview(of theme: String) throws(RenderError) -> [UInt8] {
    let request = RenderRequest(
      device: Self.previewDevice, notes: Self.notes, theme: theme)
    let drawn = try renderer.draw(request)
    let size = drawn.picture.surface.size
    let pixels = PixelSize(
      width: Self.previewWidth, height: size.height * Self.previewWidth / size.width)
    let small = try drawn.picture.surface.scaled(to: pixels)
    return try PNGEncoder().encode(small, EncodingSettings(effort: .balanced)).bytes
  }

  /// Measures the themes and lists the fonts and credits of a pack; adds to ``warnings``.
  mutating func score(
    of content: PackContent, in source: PackSource
  ) throws(RenderError) -> PackScore {
    var themes: [PackScore.Theme] = []
    for path in content.themes { themes.append(try score(ofTheme: path, in: source.folder)) }
    let fonts = content.fonts.isEmpty ? [] : try self.fonts(of: content, in: source)
    return PackScore(themes: themes, fonts: fonts, credits: source.manifest.credits)
  }

  private func fonts(
    of content: PackContent, in source: PackSource
  ) throws(RenderError) -> [PackScore.Font] {
    let libraries = try FontReport.Libraries(installation)
    return try content.fonts.map { (path) throws(RenderError) in
      let report = try FontReport(
        file: "\(source.folder)/\(path)", libraries, origin: .file(path))
      return PackScore.Font(
        file: path, families: report.families, weights: report.weights,
        scripts: report.scripts.map(\.title), license: report.license)
    }
  }

  private mutating func score(
    ofTheme path: String, in folder: String
  ) throws(RenderError) -> PackScore.Theme {
    let file = "\(folder)/\(path)"
    let theme = try library.theme(file, for: nil)
    var looks: [PackScore.Look] = []
    for look in theme.looks {
      var request = ThemeContrast.request(for: file)
      request.variant = look
      let report = try renderer.draw(request).picture.report.legibility
      looks.append(
        PackScore.Look(
          name: look.rawValue,
          contrast: report?.lines.map(\.after).min() ?? 0,
          lightness: report?.lines.map { abs($0.lightness) }.min() ?? 0,
          target: report?.target ?? 0))
    }
    var screens: [String] = []
    for device in Device.ofEachKind {
      var request = RenderRequest(device: device.id, notes: Self.notes, theme: file)
      request.show(on: device)
      let composition = try renderer.compose(renderer.resolve(request))
      addWarnings(of: composition, on: device)
      let lost: Set<WarningCode> = [.notesHidden, .notesShortened, .imageBehindText]
      if !composition.warnings.contains(where: { lost.contains($0.code) }) {
        screens.append(device.kind.rawValue)
      }
    }
    return PackScore.Theme(
      name: String(Files.name(of: path).dropLast(".json".count)), looks: looks, screens: screens,
      credits: theme.credits)
  }

  private mutating func addWarnings(of composition: Composition, on device: Device) {
    for var warning in composition.warnings where warning.code == .imageBehindText {
      guard !warnings.contains(where: { $0.origin == warning.origin }) else { continue }
      warning.message += " on \(device.id), for example"
      warnings.append(warning)
    }
  }
}
