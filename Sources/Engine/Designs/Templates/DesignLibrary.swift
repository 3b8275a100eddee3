public import Files
internal import SourceJSON
public import WallfarmPluginKit

/// The templates and themes of an installation and of its content folders.
///
/// Conditions in their files can name every device that is known to the process.
public struct DesignLibrary: Sendable {
  package let library: TemplateLibrary

  /// Creates a library for an installation.
  ///
  /// - Parameters:
  ///   - installation: The installation.
  ///   - readsOnce: Whether each file is read only once and later changes are ignored, as is
  ///     sufficient for a single render.
  public init(installation: Installation, readsOnce: Bool = false) {
    library = TemplateLibrary(installation, readsOnce: readsOnce)
  }

  /// A template.
  public struct TemplateItem: Sendable, Hashable {
    /// The name that is used on the command line.
    public let name: String
    /// A one-line description.
    public let summary: String
    /// The path of the template file.
    public let file: String
    /// The place from which the template comes.
    public let origin: ContentOrigin
    /// The ids of the plugins, background first; `theme` means that the background of the theme is
    /// used.
    public let plugins: [String]
    /// The theme that is used if none is specified.
    public let defaultTheme: String
    /// The parameters that the template defines.
    public let parameters: [OfferedParameter]
  }

  /// A parameter that a template defines.
  public struct OfferedParameter: Sendable, Hashable {
    /// The type and range of the plugin parameter, with the template's own key and summary.
    public let description: ParameterDescription
    /// The default value in the template as JSON; `nil` means the default of the plugin.
    public let written: String?
  }

  /// A theme.
  public struct ThemeItem: Sendable, Hashable {
    /// The name that is used on the command line.
    public let name: String
    /// A one-line description.
    public let summary: String
    /// The credits for designers and sources.
    public let credits: [String]
    /// The path of the theme's own file, followed by the paths of the themes that it extends.
    public let files: [String]
    /// The place from which the theme comes.
    public let origin: ContentOrigin
    /// The id of the background plugin.
    public let background: String
    /// The variants that `--variant` accepts.
    public let looks: [ThemeVariant]
    /// The variants for which the theme changes values of the base theme.
    public let variants: [ThemeVariant]
  }

  /// A theme token with its value.
  public struct TokenItem: Sendable, Hashable {
    /// The key in the form `section.name`.
    public let key: String
    /// The resolved value as JSON.
    public let value: String
    /// The file, line and column at which the value is set; `nil` if the token has its default
    /// value.
    public let origin: Origin?
    /// A one-line description.
    public let summary: String
  }

  /// The names of all templates.
  public var templateNames: [String] { library.templateNames }
  /// The names of the themes that are available to all templates.
  public var themeNames: [String] { library.themeNames() }

  /// Whether a name or path identifies a template.
  public func isTemplate(_ name: String) -> Bool {
    templateNames.contains(name) || name.hasSuffix("template.json")
      || (name.contains("/") && Files.exists(name + "/template.json"))
  }

  /// Whether a name is the qualified name of a theme or template in a pack, and not a path.
  public func isQualified(_ name: String) -> Bool {
    library.themeIndex.isQualified(name) || library.templateIndex.isQualified(name)
  }

  /// Finds a template by name or path.
  ///
  /// - Parameters:
  ///   - name: The template's name, or the path of its folder or file.
  ///   - plugins: The available plugins; `nil` omits the parameters.
  ///   - files: The base folder for relative paths, and whether paths may lead outside it.
  /// - Returns: The description of the template.
  /// - Throws: `unknown-template`, or the first error in its file.
  public func template(
    _ name: String, plugins: PluginRegistry? = nil, in files: FileScope = FileScope()
  ) throws(RenderError) -> TemplateItem {
    let template = try library.template(name, in: files)
    let offered = template.parameters.compactMap { parameter -> OfferedParameter? in
      guard let plugins, let target = template.target(of: parameter, in: plugins) else {
        return nil
      }
      return OfferedParameter(
        description: target.named(parameter.key, summary: parameter.summary),
        written: parameter.standard?.value.text(pretty: false))
    }
    var layouts: [String] = []
    for layout in template.layouts.map(\.plugin) where !layouts.contains(layout) {
      layouts.append(layout)
    }
    return TemplateItem(
      name: template.name,
      summary: template.summary, file: template.file,
      origin: library.templateIndex.origin(of: template.file),
      plugins: [template.background?.plugin ?? "theme"] + layouts,
      defaultTheme: library.defaultThemeName(of: template), parameters: offered)
  }

  /// Returns the names of a template and of the theme that a request selects, or otherwise of the
  /// default theme of the template.
  ///
  /// The names of content of packs are qualified, as in `harbour/dusk`.
  ///
  /// - Throws: `unknown-template`, `unknown-theme`, or the first error in the template.
  public func names(
    template: String, theme: String?, in files: FileScope
  ) throws(RenderError) -> (template: String, theme: String) {
    let template = try library.template(template, in: files)
    return (template.name, try library.themeName(theme, for: template, in: files))
  }

  /// Finds a theme by name or path; if a template is given, the template's own themes are searched
  /// first.
  ///
  /// - Throws: `unknown-theme`, or the first error in its file.
  public func theme(
    _ name: String, of template: String? = nil, in files: FileScope = FileScope()
  ) throws(RenderError) -> ThemeItem {
    let owner = try template.map { (name) throws(RenderError) in
      try library.template(name, in: files)
    }
    let theme = try library.theme(name, for: owner, in: files)
    return ThemeItem(
      name: theme.name, summary: theme.summary,
      credits: theme.credits, files: theme.files,
      origin: origin(ofTheme: theme.file),
      background: theme.main.background?.plugin ?? "", looks: theme.looks,
      variants: theme.looks.filter { look in
        theme.variants[look] != nil || theme.overrides.contains { $0.condition.variant == look }
      })
  }

  /// Returns the origin of a theme file, which can also be part of a template.
  private func origin(ofTheme file: String) -> ContentOrigin {
    let own = library.themeIndex.origin(of: file)
    return own == .path ? library.templateIndex.origin(of: file) : own
  }

  /// Flattens a theme outside the installation into one file that does not extend another theme.
  ///
  /// - Parameters:
  ///   - name: The theme's name or path; `nil` for the template's default theme.
  ///   - template: The name or path of the template.
  ///   - files: The base folder for relative paths.
  ///   - path: Returns the new path of a file to which the theme refers, given its current path.
  /// - Returns: The content of the file; `nil` for an installed theme.
  /// - Throws: `unknown-theme`, the first error in a file, or an error that `path` throws.
  public func flatTheme(
    _ name: String?, of template: String, in files: FileScope,
    path: (String) throws(RenderError) -> String
  ) throws(RenderError) -> String? {
    let owner = try library.template(template, in: files)
    let theme = try library.theme(name, for: owner, in: files)
    guard !Files.isInside(theme.file, library.folder) else { return nil }
    let content = try theme.flat { (text, origin) throws(RenderError) in
      let file = Files.join(Files.folder(of: origin.file ?? theme.file), text)
      return Files.kind(of: file) == .regular ? try path(file) : text
    }
    return content.text(pretty: true) + "\n"
  }

  /// Returns the files of a template and a theme, as far as they can be located, even if they are
  /// invalid.
  ///
  /// - Parameters:
  ///   - template: The name or path of a template.
  ///   - theme: The name or path of a theme; `nil` for the template's default theme.
  ///   - files: The base folder for relative paths, and whether paths may lead outside it.
  /// - Returns: The paths.
  public func files(
    template: String, theme: String?, in files: FileScope = FileScope()
  ) -> [String] {
    library.files(template: template, theme: theme, in: files)
  }

  /// Returns the sample content of a template and the reference time; `nil` if the template has no
  /// sample.
  ///
  /// - Throws: `unknown-template`, or the first error in the sample.
  public func sample(
    of template: String, in files: FileScope = FileScope()
  ) throws(RenderError) -> (content: Content, now: When?)? {
    let template = try library.template(template, in: files)
    return try template.sampleContent().map { ($0, template.sampleNow) }
  }

  /// Returns the path of a template's sample file; `nil` if the template has no separate sample
  /// file.
  public func sampleFile(of template: String, in files: FileScope = FileScope()) -> String? {
    guard let found = try? library.template(template, in: files),
      case .file(let path, _) = found.sample
    else { return nil }
    return path
  }

  /// Returns all tokens of a theme with their values.
  ///
  /// - Parameters:
  ///   - name: The name or path of the theme.
  ///   - template: The name or path of a template whose own themes are searched first; `nil` to
  ///     search only the shared themes.
  ///   - device: The device for which the theme is resolved.
  ///   - variant: The requested variant; `nil` for the base theme.
  /// - Returns: The palette colors, followed by the other tokens in the order of the help text.
  /// - Throws: `unknown-theme`, `unknown-variant`, or the first error in its file.
  public func tokens(
    of name: String, template: String? = nil, on device: Device, as variant: ThemeVariant? = nil
  ) throws(RenderError) -> [TokenItem] {
    let owner = try template.map { (name) throws(RenderError) in try library.template(name) }
    let theme = try library.theme(name, for: owner).theme(on: device, as: variant)
    let palette = theme.tokens.keys.filter { $0.hasPrefix("palette.") }.sorted()
    let tokens =
      palette.map { ($0, ThemeTokens.palette.summary) }
      + ThemeTokens.all.map { ($0.key, $0.summary) }
    return try tokens.map { (key, summary) throws(RenderError) in
      let found = try theme.value(of: key, origin: .file(theme.file))
      return TokenItem(
        key: key, value: found.value.text(pretty: false), origin: theme.tokens[key]?.origin,
        summary: summary)
    }
  }

  /// Returns the background and the images of a theme as written, for comparison with a later
  /// version.
  ///
  /// - Parameters:
  ///   - name: The name or path of the theme.
  ///   - template: The name or path of a template whose own themes are searched first; `nil` to
  ///     search only the shared themes.
  ///   - device: The device for which the theme is resolved.
  ///   - variant: The requested variant; `nil` for the base theme.
  /// - Returns: The plugin and each parameter as JSON, with keys such as `background.plugin` and
  ///   `images.2.width`.
  /// - Throws: `unknown-theme`, `unknown-variant`, or the first error in its file.
  package func parts(
    of name: String, template: String? = nil, on device: Device, as variant: ThemeVariant? = nil
  ) throws(RenderError) -> [String: String] {
    let owner = try template.map { (name) throws(RenderError) in try library.template(name) }
    let theme = try library.theme(name, for: owner).theme(on: device, as: variant)
    var parts = ["background.plugin": theme.background.plugin]
    func add(_ use: PluginUse, _ prefix: String) {
      for (key, value, _) in use.parameters {
        parts["\(prefix).\(key)"] = value.text(pretty: false)
      }
    }
    add(theme.background, "background")
    for (index, image) in theme.images.enumerated() { add(image, "images.\(index + 1)") }
    return parts
  }
}
