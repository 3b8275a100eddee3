internal import ContentSources
internal import Designs
internal import Files
import Graphics
internal import SourceJSON
import WallfarmPluginKit

/// Resolves names and checks every value, so that later stages never encounter invalid input.
struct Resolver {
  let catalog: DeviceCatalog
  let library: TemplateLibrary
  let plugins: PluginRegistry
  /// The bundled font families.
  let fontFamilies: [String]
  let customFonts: FontStore
  let photos: PhotoStore
  let clock: TimeSource

  /// Resolves a request in the look that the request specifies, or otherwise in the theme's default
  /// look.
  func resolve(_ request: RenderRequest) throws(RenderError) -> RenderPlan {
    precondition(request.contentFiles == ContentFiles(), "withContent() must be called first")
    try checkQuality(request)
    let device = try request.screen(in: catalog)
    let template = try library.template(request.template, in: request.files)
    let theme = try library.theme(request.theme, for: template, in: request.files)
    return try plan(request, on: device, template, theme, as: request.variant)
  }

  /// Resolves the request of a plan in another look without reading the template and theme again.
  ///
  /// If `look` is `nil`, the theme's default look is used.
  func resolve(_ plan: RenderPlan, as look: ThemeVariant?) throws(RenderError) -> RenderPlan {
    try self.plan(plan.request, on: plan.device, plan.templateFile, plan.themeFile, as: look)
  }

  private func plan(
    _ request: RenderRequest, on device: Device, _ template: Template, _ themeFile: ThemeFile,
    as look: ThemeVariant?
  ) throws(RenderError) -> RenderPlan {
    let fonts = try customFonts.fonts(of: themeFile, request)
    do throws(RenderError) {
      return try plan(request, on: device, template, themeFile, as: look, with: fonts)
    } catch {
      throw error.naming(customFamilies: fonts.flatMap(\.families))
    }
  }

  private func plan(
    _ request: RenderRequest, on device: Device, _ template: Template, _ themeFile: ThemeFile,
    as look: ThemeVariant?, with fonts: [CustomFont]
  ) throws(RenderError) -> RenderPlan {
    let theme = try themeFile.theme(on: device, as: look)
    let families = fontFamilies.adding(fonts)
    let background = backgroundUse(request, template, theme)
    var settings = SettingsInUse(request.settings)
    let parts = template.parts.compactMap { $0.counting(on: device, as: look) }
    let layouts = parts.flatMap(\.layouts)
    let uses = PluginsInUse(
      template: template.name,
      offered: template.parameters.compactMap { parameter in
        let inUse = parts.flatMap(\.uses) + (background.map { [$0] } ?? [])
        return template.target(of: parameter, in: plugins, among: inUse).map { target in
          target.named(parameter.key, summary: parameter.summary)
        }
      },
      declared: template.parameters.map(\.key),
      background: try background.map { (use) throws(RenderError) in
        try plugins.background(of: use)
      },
      layouts: try layouts.map { (use) throws(RenderError) in
        try plugins.layout(of: use)
      })
    try settings.assign(to: uses)

    let area = try FreeArea(on: device, widgets: request.widgets, clock: request.clock)
      .corrected(by: request.inset, on: device)
      .scrolled(by: request.scroll, on: device, startsOnRight: request.isSystemReadFromRight)
    let isSample = !request.content.isGiven && request.mayShowSample
    let sample = isSample ? try template.sampleContent(now: request.now, zone: request.zone) : nil
    let behind = uses.background?.description.content ?? []
    let told = uses.layouts.flatMap(\.description.content)
    var timed = request
    if sample != nil { timed.now = request.now ?? template.sampleNow }
    let (given, isOfDay) = try withSky(
      sample ?? request.content, told + behind, timed, template.name)
    let shown = try content(given, told + behind, request.files)
    let now = try now(
      of: timed,
      uses.layouts.compactMap { $0.description.timePrecision(showing: shown.content) }
        + (isOfDay ? [.day] : []))
    let (images, imageFiles) = try self.images(of: theme, in: request.files)
    var photos: (background: [String], images: [String], layouts: [String], content: [String]) = (
      [], imageFiles, [], shown.photos
    )
    var stackFiles: [String] = []
    var next = 0
    var planned: [PlannedPart] = []
    for part in parts {
      planned.append(
        try part.planned(next: &next) { (use, form) throws(RenderError) in
          try values(use, form, template, theme, families, settings, request.files, &stackFiles)
        })
    }
    let backgroundUsed = try uses.background.map { (plugin) throws(RenderError) in
      PlannedPlugin(
        plugin: plugin.description,
        instance: try plugin.makeBackground(
          values(
            background, plugin, template, theme, families, settings, request.files,
            &photos.background)))
    }
    let layoutsUsed = try zip(layouts, uses.layouts).map { (use, plugin) throws(RenderError) in
      PlannedPlugin(
        plugin: plugin.description,
        instance: try plugin.makeLayout(
          values(
            use, plugin, template, theme, families, settings, request.files, &photos.layouts)))
    }
    let showsImage =
      !photos.background.isEmpty || !images.isEmpty
      || layoutsUsed.contains { $0.instance.isBackdrop }
    return RenderPlan(
      device: device, templateFile: template, themeFile: themeFile, look: look, area: area,
      background: backgroundUsed, images: images, layouts: layoutsUsed, parts: planned,
      legibility: try rules(of: theme, request, showsImage: showsImage),
      scripts: try theme.scriptStyles(among: families),
      fonts: fonts,
      match: fonts.isEmpty ? nil : try ScriptMatch(theme, fonts, among: families),
      letters: ScriptLetters(of: shown.content.texts),
      content: shown.content.withPlacesToBreak, now: now, showsSky: isOfDay, format: request.format,
      output: request.output,
      warnings: area.warnings + given.warnings + shown.warnings
        + (sample == nil ? [] : [.sampleShown(template.name)])
        // An external background that declares no content receives notes but may ignore them, so
        // notes that only a background receives count as unused.
        + given.unused(by: told + behind.filter { $0.kind != .notes }, of: template.name),
      request: request, settings: settings.canonical, words: settings.words,
      cleanContent: shown.content, photos: photos)
  }

  /// Returns the legibility rules of a theme.
  ///
  /// If the background is the default one and has no photo or image, nothing is drawn behind text,
  /// because the theme's colors must be sufficient there.
  private func rules(
    of theme: Theme, _ request: RenderRequest, showsImage: Bool
  ) throws(RenderError) -> LegibilityRules {
    let rules = try LegibilityRules(theme)
    return request.background == .theme && !showsImage ? rules.withoutDrawing : rules
  }

  /// Reads the time once for all layouts that use it; returns `nil` if there is no precision.
  func now(
    of request: RenderRequest, _ precisions: [TimePrecision]
  ) throws(RenderError) -> Now? {
    guard let finest = precisions.max() else { return nil }
    let zone = try ZoneFile.zone(request.zone ?? ZoneFile.local, origin: .option("zone"))
    let clock = Now(self.clock.read(), in: zone)
    let moment = request.now.map(clock.moment) ?? clock.moment
    return Now(moment, in: zone).cut(to: finest)
  }

  /// Cleans the content that the plugins use, opens its photos and returns it.
  private func content(
    _ given: Content, _ uses: [ContentUse], _ files: FileScope
  ) throws(RenderError) -> (content: Content, photos: [String], warnings: [RenderWarning]) {
    var (content, warnings) = CleanText.clean(given.shown(by: uses))
    try NotesReader.check(content.notes ?? [], origin: .notes)
    let found = try content.openPhotos(photos, in: files)
    return (content, found, warnings)
  }

  /// Rejects a quality that the format would silently ignore.
  private func checkQuality(_ request: RenderRequest) throws(RenderError) {
    guard let quality = request.quality else { return }
    if request.format == .png { throw .qualityOfPNG() }
    if request.format == .jpeg && quality == .lossless { throw .losslessJPEG() }
  }

  /// Returns the background of a request; `nil` for a transparent picture.
  func backgroundUse(
    _ request: RenderRequest, _ template: Template, _ theme: Theme
  ) -> PluginUse? {
    switch request.background {
    case .theme: template.background ?? theme.background
    case .photo(let file):
      photo(file, in: template.background ?? theme.background)
    case .color(let color): colored(template.background, color)
    case .plugin(let id): PluginUse(id, origin: .option("background"))
    case .none: nil
    }
  }

  /// Returns the background for a photo: the template's or theme's plugin if it accepts photos,
  /// otherwise `photo`.
  private func photo(_ file: String, in own: PluginUse) -> PluginUse {
    let showsPhoto = plugins.known(background: own)?.schema["file"]?.kind == .file
    return (showsPhoto ? own : PluginUse("photo", origin: .option("photo")))
      .setting("file", to: .string(file), origin: .option("photo"))
  }

  /// Returns the template's background in another color, or a solid color if that background has no
  /// color.
  ///
  /// Recoloring keeps the design. For example, the red background for instructions becomes a blue
  /// one.
  private func colored(_ own: PluginUse?, _ color: String) -> PluginUse {
    let plain = PluginUse(
      "solid-color", values: [("color", .string(color))], origin: .option("color"))
    guard let own, plugins.known(background: own)?.schema["color"] != nil else { return plain }
    return own.setting("color", to: .string(color), origin: .option("color"))
  }

  /// Returns the parameter values from the template or theme, overridden by `--set`.
  ///
  /// The files that the values name are added to `named`.
  private func values(
    _ use: PluginUse?, _ plugin: any RegisteredPlugin, _ template: Template, _ theme: Theme,
    _ families: [String], _ settings: SettingsInUse, _ files: FileScope, _ named: inout [String]
  ) throws(RenderError) -> ParameterValues {
    let resolver = ParameterResolver(
      theme: theme, fontFamilies: families, photos: photos, files: files)
    var values = ParameterValues()
    for (key, written, origin) in use?.parameters ?? [] {
      guard let name = TemplateParameter.name(in: written) else {
        try resolver.set(
          key, to: written, origin: origin, keyOrigin: use?.keyOrigins[key], of: plugin,
          in: &values)
        continue
      }
      if let setting = settings.value(forOffered: name) {
        guard let parameter = plugin.schema[key] else { continue }
        try resolver.set(parameter, named: name, to: setting, in: &values)
      } else if let standard = template.parameters.first(where: { $0.key == name })?.standard {
        try resolver.set(
          key, to: standard.value, origin: standard.origin, of: plugin, in: &values)
      }
    }
    for (parameter, setting) in settings.values(for: plugin.id) {
      try resolver.set(parameter, to: setting, in: &values)
    }
    for parameter in plugin.schema.parameters where parameter.kind == .file {
      if case .string(let file)? = values[parameter.key], !file.isEmpty { named.append(file) }
    }
    return values
  }
}

extension [String] {
  /// Returns these font families and those of the custom fonts, in sorted order.
  func adding(_ fonts: [CustomFont]) -> [String] {
    fonts.isEmpty ? self : (self + fonts.flatMap(\.families)).sorted()
  }
}

extension RenderWarning {
  fileprivate static func sampleShown(_ template: String) -> RenderWarning {
    RenderWarning(
      .sampleShown,
      "no content was given, so the picture shows the sample content of the template '\(template)'",
      hint: "add your own: --note 'Buy milk', --notes notes.json or --content content.json")
  }
}
