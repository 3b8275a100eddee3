internal import SourceJSON
public import WallfarmPluginKit

/// What an installation has on its shelves: templates and themes, for lists and descriptions.
public struct Shelf: Sendable {
  private let library: TemplateLibrary

  /// Looks at an installation.
  public init(installation: Installation) {
    library = TemplateLibrary(folder: installation.templates)
  }

  /// One template or theme.
  public struct Item: Sendable, Hashable {
    /// Its name on the command line.
    public let name: String
    /// What it is, in one line.
    public let summary: String
    /// Where it is written.
    public let file: String
    /// The plugins it uses, background first; `theme` stands for the theme's background.
    public let plugins: [String]
    /// For a template, the theme used where none is named.
    public let defaultTheme: String?
  }

  /// Names of all templates.
  public var templateNames: [String] { library.templateNames }
  /// Names of the themes that every template can use.
  public var themeNames: [String] { library.themeNames() }

  /// A template by name or path.
  ///
  /// - Throws: `unknown-template`, or the first mistake in its file.
  public func template(_ name: String) throws(RenderError) -> Item {
    let template = try library.template(name)
    return Item(
      name: template.name, summary: template.summary, file: template.file,
      plugins: [template.background?.plugin ?? "theme"] + template.layouts.map(\.plugin),
      defaultTheme: template.defaultTheme)
  }

  /// A theme by name or path, looked up first beside a template where one is named.
  ///
  /// - Throws: `unknown-theme`, or the first mistake in its file.
  public func theme(_ name: String, of template: String? = nil) throws(RenderError) -> Item {
    let owner = try template.map { (name) throws(RenderError) in try library.template(name) }
    let theme = try library.theme(name, for: owner)
    return Item(
      name: theme.name, summary: theme.summary, file: theme.file,
      plugins: [theme.background.plugin], defaultTheme: nil)
  }

  /// Every token with the value a theme gives it, references followed.
  ///
  /// - Throws: as ``theme(_:)``.
  public func tokens(
    of name: String
  ) throws(RenderError) -> [(token: ThemeTokens.Token, value: String)] {
    let theme = try library.theme(name, for: nil)
    return try ThemeTokens.all.map { (token) throws(RenderError) in
      let value = try theme.value(of: token.key, origin: theme.file).value
      return (token, value.text(pretty: false))
    }
  }
}
