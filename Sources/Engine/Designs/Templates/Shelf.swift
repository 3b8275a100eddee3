public import Files
internal import SourceJSON
public import WallfarmPluginKit

/// What an installation has on its shelves: templates and themes, for lists and descriptions.
public struct Shelf: Sendable {
  private let library: TemplateLibrary

  /// Looks at an installation.
  public init(installation: Installation) {
    library = TemplateLibrary(folder: installation.templates)
  }

  /// A template.
  public struct TemplateItem: Sendable, Hashable {
    /// Its name on the command line.
    public let name: String
    /// What it is, in one line.
    public let summary: String
    /// Where it is written.
    public let file: String
    /// The plugins it uses, background first; `theme` stands for the theme's background.
    public let plugins: [String]
    /// The theme used where none is named.
    public let defaultTheme: String
    /// What it offers by names of its own.
    public let parameters: [OfferedParameter]
  }

  /// A setting that a template offers.
  public struct OfferedParameter: Sendable, Hashable {
    /// What it accepts and means, under the template's name for it.
    public let description: ParameterDescription
    /// Its default as written in the template; nil: the plugin's.
    public let written: String?
  }

  /// A theme.
  public struct ThemeItem: Sendable, Hashable {
    /// Its name on the command line.
    public let name: String
    /// What it is, in one line.
    public let summary: String
    /// Whom to thank.
    public let credits: [String]
    /// Where it is written: its own file first, then those that it extends.
    public let files: [String]
    /// The background plugin.
    public let background: String
    /// What it can be asked for with `--variant`.
    public let looks: [ThemeVariant]
    /// Those that differ from the theme as it is.
    public let variants: [ThemeVariant]
  }

  /// A token of a theme.
  public struct TokenItem: Sendable, Hashable {
    /// `section.name`.
    public let key: String
    /// Its value as JSON, references followed and colours computed.
    public let value: String
    /// File, line and column; nil where it is the default of all themes.
    public let origin: Origin?
    /// What it does.
    public let summary: String
  }

  /// Names of all templates.
  public var templateNames: [String] { library.templateNames }
  /// Names of the themes that every template can use.
  public var themeNames: [String] { library.themeNames() }

  /// Whether a name or a path leads to a template.
  public func isTemplate(_ name: String) -> Bool {
    templateNames.contains(name) || name.hasSuffix("template.json")
      || (name.contains("/") && Files.exists(name + "/template.json"))
  }

  /// A template by name or path.
  ///
  /// - Parameters:
  ///   - name: its name, or the path of its folder or file.
  ///   - plugins: what it may use.
  ///   - files: where a path is meant, and whether it may lead elsewhere.
  /// - Returns: what there is to say of it.
  /// - Throws: `unknown-template`, or the first mistake in its file.
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
      name: template.name, summary: template.summary, file: template.file,
      plugins: [template.background?.plugin ?? "theme"] + layouts,
      defaultTheme: template.defaultTheme, parameters: offered)
  }

  /// A theme by name or path, looked up first beside a template where one is named.
  ///
  /// - Throws: `unknown-theme`, or the first mistake in its file.
  public func theme(
    _ name: String, of template: String? = nil, in files: FileScope = FileScope()
  ) throws(RenderError) -> ThemeItem {
    let owner = try template.map { (name) throws(RenderError) in
      try library.template(name, in: files)
    }
    let theme = try library.theme(name, for: owner, in: files)
    return ThemeItem(
      name: theme.name, summary: theme.summary, credits: theme.credits, files: theme.files,
      background: theme.main.background?.plugin ?? "", looks: theme.looks,
      variants: theme.looks.filter { look in
        theme.variants[look] != nil || theme.overrides.contains { $0.condition.variant == look }
      })
  }

  /// A theme that does not come with the installation, as one file that extends nothing.
  ///
  /// - Parameters:
  ///   - name: its name or path; nil for the template's own.
  ///   - template: name or path of the template.
  ///   - files: where paths are meant.
  ///   - path: gives a file that the theme names another name; it is told the path of the file.
  /// - Returns: the content of the file; nil for a theme that ships.
  /// - Throws: `unknown-theme`, the first mistake in a file, and what `path` throws.
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

  /// The files of a template and a theme, also where they have mistakes: those that could be found.
  ///
  /// - Parameters:
  ///   - template: name or path of a template.
  ///   - theme: name or path of a theme; nil for the template's own.
  ///   - files: where paths are meant, and whether they may lead elsewhere.
  /// - Returns: paths.
  public func files(
    template: String, theme: String?, in files: FileScope = FileScope()
  ) -> [String] {
    library.files(template: template, theme: theme, in: files)
  }

  /// Content that shows what a template looks like, and the time that it is for; nil where it has none.
  ///
  /// - Throws: `unknown-template`, or what is wrong with it.
  public func sample(
    of template: String, in files: FileScope = FileScope()
  ) throws(RenderError) -> (content: Content, now: When?)? {
    let template = try library.template(template, in: files)
    return try template.sampleContent().map { ($0, template.sampleNow) }
  }

  /// The file with the content of a template's sample; nil where it has none in a file.
  public func sampleFile(of template: String, in files: FileScope = FileScope()) -> String? {
    guard let found = try? library.template(template, in: files),
      case .file(let path, _) = found.sample
    else { return nil }
    return path
  }

  /// Every token with the value a theme gives it.
  ///
  /// - Parameters:
  ///   - name: name or path of the theme.
  ///   - template: name or path of a template that may have the theme; nil: only shared ones.
  ///   - device: the device it is looked at on.
  ///   - variant: the look that is asked for; nil for the theme as it is.
  /// - Returns: the palette, then the tokens in the order of help.
  /// - Throws: `unknown-theme`, `unknown-variant`, or the first mistake in its file.
  public func tokens(
    of name: String, template: String? = nil, on device: Device, as variant: ThemeVariant? = nil
  ) throws(RenderError) -> [TokenItem] {
    let owner = try template.map { (name) throws(RenderError) in try library.template(name) }
    let theme = try library.theme(name, for: owner).theme(on: device.id, as: variant)
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
}
