import Graphics
internal import SourceJSON
import WallfarmPluginKit

/// Turns names into things and checks every value, so that nothing can be wrong after it.
struct Resolver {
  let catalog: DeviceCatalog
  let library: TemplateLibrary
  let plugins: PluginRegistry
  let fontFamilies: [String]
  let photos: PhotoStore

  func resolve(_ request: RenderRequest) throws(RenderError) -> RenderPlan {
    try checkQuality(request)
    let device = try catalog.device(request.device)
    let template = try library.template(request.template, in: request.files)
    let theme = try library.theme(request.theme, for: template, in: request.files)
    let background = backgroundUse(request, template, theme)
    var settings = SettingsInUse(request.settings)
    let uses = PluginsInUse(
      background: try background.map { (use) throws(RenderError) in
        try plugins.backgroundType(of: use)
      },
      layouts: try template.layouts.map { (use) throws(RenderError) in
        try plugins.layoutType(of: use)
      })
    try settings.assign(to: uses)

    let area = FreeArea(on: device, widgets: request.widgets, clock: request.clock)
    let (cleaned, cleaning) = CleanText.clean(request.notes)
    for (index, note) in cleaned.enumerated() {
      _ = try NotesReader.checked(note, number: index + 1, origin: "notes")
    }
    let notes = cleaned.map { Note(CleanText.withPlacesToBreak($0.text), done: $0.done) }
    return RenderPlan(
      device: device, template: template.name, theme: theme.name, area: area,
      background: try uses.background.map { (type) throws(RenderError) in
        try type.init(values(background, type, theme, settings, request.files))
      },
      layouts: try zip(template.layouts, uses.layouts).map { (use, type) throws(RenderError) in
        try type.init(values(use, type, theme, settings, request.files))
      },
      legibility: try LegibilityRules(theme), notes: notes, format: request.format,
      output: request.output,
      warnings: area.warnings + cleaning, request: request, templateDigest: template.digest,
      themeDigest: theme.digest, settings: settings.canonical)
  }

  /// A quality that a format cannot have would be ignored without a word.
  private func checkQuality(_ request: RenderRequest) throws(RenderError) {
    guard let quality = request.quality else { return }
    if request.format == .png { throw .qualityOfPNG() }
    if request.format == .jpeg && quality == .lossless { throw .losslessJPEG() }
  }

  private func backgroundUse(
    _ request: RenderRequest, _ template: Template, _ theme: Theme
  ) -> PluginUse? {
    switch request.background {
    case .theme: template.background ?? theme.background
    case .photo(let file):
      (template.background ?? theme.background).replacingPhoto(with: file, origin: "--photo")
    case .color(let color): colored(template.background, color)
    case .plugin(let id): PluginUse(id, origin: "--background")
    case .none: nil
    }
  }

  /// A template's own background in a colour where it has one, otherwise a plain one.
  ///
  /// The red instruction in blue is still the instruction.
  private func colored(_ own: PluginUse?, _ color: String) -> PluginUse {
    let plain = PluginUse("solid-color", values: [("color", .string(color))], origin: "--color")
    guard let own, plugins.background(own.plugin)?.schema["color"] != nil else { return plain }
    return own.setting("color", to: .string(color), origin: "--color")
  }

  /// The values of one plugin: the template's or theme's, then what `--set` replaces.
  private func values(
    _ use: PluginUse?, _ plugin: any WallpaperPlugin.Type, _ theme: Theme,
    _ settings: SettingsInUse, _ files: FileScope
  ) throws(RenderError) -> ParameterValues {
    let resolver = ParameterResolver(
      theme: theme, fontFamilies: fontFamilies, photos: photos, files: files)
    var values = ParameterValues()
    for (key, written, origin) in use?.parameters ?? [] {
      try resolver.set(key, to: written, origin: origin, of: plugin, in: &values)
    }
    for (parameter, setting) in settings.values(for: plugin.id) {
      try resolver.set(parameter, to: setting, in: &values)
    }
    return values
  }
}
