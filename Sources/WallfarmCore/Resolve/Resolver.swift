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
    let device = try catalog.device(request.device)
    let template = try library.template(request.template)
    let theme = try library.theme(request.theme, for: template)
    let background = backgroundUse(request, template, theme)
    var settings = SettingsInUse(request.settings)
    let uses = PluginsInUse(
      background: try background.map { (use) throws(RenderError) in try backgroundType(use) },
      layouts: try template.layouts.map { (use) throws(RenderError) in try layoutType(use) })
    try settings.assign(to: uses)

    let area = FreeArea(on: device, widgets: request.widgets, clock: request.clock)
    let (notes, cleaning) = CleanText.clean(request.notes)
    for (index, note) in notes.enumerated() {
      _ = try NotesReader.checked(note, number: index + 1, origin: "notes")
    }
    return RenderPlan(
      device: device, template: template.name, theme: theme.name, area: area,
      background: try uses.background.map { (type) throws(RenderError) in
        try type.init(values(background, type.schema, type.id, theme, settings))
      },
      layouts: try zip(template.layouts, uses.layouts).map { (use, type) throws(RenderError) in
        try type.init(values(use, type.schema, type.id, theme, settings))
      },
      legibility: try LegibilityRules(theme), notes: notes, format: request.format,
      output: request.output,
      warnings: area.warnings + cleaning, request: request)
  }

  private func backgroundUse(
    _ request: RenderRequest, _ template: Template, _ theme: Theme
  ) -> PluginUse? {
    switch request.background {
    case .theme: template.background ?? theme.background
    case .photo(let file): PluginUse("photo", values: [("file", .string(file))], origin: "--photo")
    case .color(let color):
      PluginUse("solid-color", values: [("color", .string(color))], origin: "--color")
    case .plugin(let id): PluginUse(id, origin: "--background")
    case .none: nil
    }
  }

  private func backgroundType(
    _ use: PluginUse
  ) throws(RenderError) -> any BackgroundPlugin.Type {
    if let type = plugins.background(use.plugin) { return type }
    if plugins.layout(use.plugin) != nil { throw .wrongKind(use, is: "layout", not: "background") }
    throw .unknown(
      .unknownPlugin, "background plugin", use.plugin, known: plugins.backgrounds.map { $0.id },
      origin: use.pluginOrigin, list: "plugins")
  }

  private func layoutType(_ use: PluginUse) throws(RenderError) -> any LayoutPlugin.Type {
    if let type = plugins.layout(use.plugin) { return type }
    if plugins.background(use.plugin) != nil {
      throw .wrongKind(use, is: "background", not: "layout")
    }
    throw .unknown(
      .unknownPlugin, "layout plugin", use.plugin, known: plugins.layouts.map { $0.id },
      origin: use.pluginOrigin, list: "plugins")
  }

  /// The values of one plugin: the template's or theme's, then what `--set` replaces.
  private func values(
    _ use: PluginUse?, _ schema: ParameterSchema, _ id: String, _ theme: Theme,
    _ settings: SettingsInUse
  ) throws(RenderError) -> ParameterValues {
    var values = ParameterValues()
    for (key, written, origin) in use?.parameters ?? [] {
      guard let parameter = schema[key] else {
        throw .unknownParameter(
          key, known: schema.parameters.map(\.key), plugins: [id], origin: origin)
      }
      let (value, place) = try theme.resolve(written, origin: origin)
      try set(value, parameter, from: place, in: &values)
    }
    for (parameter, setting) in settings.values(for: id) {
      guard let value = parameter.kind.value(fromText: setting.value) else {
        throw .invalidParameter(
          parameter, got: "'\(setting.value)'", origin: "--set \(setting.key)")
      }
      try set(value, parameter, from: "--set \(setting.key)", in: &values)
    }
    return values
  }

  private func set(
    _ value: JSONValue, _ parameter: ParameterDescription, from origin: String,
    in values: inout ParameterValues
  ) throws(RenderError) {
    guard parameter.kind.accepts(value), case .string(let text) = value else {
      guard parameter.kind.accepts(value) else {
        throw .invalidParameter(parameter, got: quoted(value), origin: origin)
      }
      return values.set(parameter.key, to: value, from: origin)
    }
    switch parameter.kind {
    case .font where !fontFamilies.contains(text):
      throw .unknown(
        .unknownFont, "bundled font family", text, known: fontFamilies, origin: origin,
        list: "fonts")
    case .file where !text.isEmpty:
      // A path in a file is meant beside that file; one on the command line, in this folder.
      let file = origin.hasPrefix("--") ? text : Files.join(Files.folder(of: origin), text)
      try photos.open(file, origin: origin)
      values.set(parameter.key, to: .string(file), from: origin)
    default: values.set(parameter.key, to: value, from: origin)
    }
  }

  private func quoted(_ value: JSONValue) -> String {
    if case .string(let text) = value { "'\(text)'" } else { value.text(pretty: false) }
  }
}

extension RenderError {
  fileprivate static func wrongKind(
    _ use: PluginUse, is found: String, not wanted: String
  ) -> RenderError {
    RenderError(
      .unknownPlugin, "'\(use.plugin)' is a \(found) plugin, not a \(wanted)",
      origin: use.pluginOrigin, hint: "'wallfarm list plugins' shows which is which")
  }
}
