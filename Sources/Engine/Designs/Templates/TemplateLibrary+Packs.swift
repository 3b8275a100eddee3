package import Files
package import WallfarmPluginKit

/// Finds the content of packs, in which plain names refer to content of the same pack first.
extension TemplateLibrary {
  /// Returns the path of a template with a name; `nil` if there is none.
  ///
  /// - Throws: `path-outside`.
  func place(
    ofTemplate name: String, in files: FileScope, origin: Origin
  ) throws(RenderError) -> String? {
    if let own = files.pack.flatMap({ PackFolder(path: $0).template(name) }) {
      return own
    }
    return try templateIndex.entry(name, in: files)?.file
  }

  /// Returns the path of a theme with a name; `nil` if there is none.
  ///
  /// The themes of the template come first. The next are the themes of the pack whose file contains
  /// the name: for the default theme of a template, the pack of the template; for other names, the
  /// pack of the request.
  ///
  /// - Throws: `path-outside`.
  func place(
    ofTheme name: String, isDefault: Bool, for template: Template?, in files: FileScope
  ) throws(RenderError) -> String? {
    let own = template.map { "\($0.folder)/themes/\(name).json" }
    if let own, Files.exists(own) { return own }
    if isDefault, let template,
      let found = PackFolder(of: template.file, in: files)?.theme(name)
    {
      try checkInside(found, namedIn: template.file, files, origin: template.themeOrigin)
      return found
    }
    if let found = files.pack.flatMap({ PackFolder(path: $0).theme(name) }) { return found }
    return try themeIndex.entry(name, in: files)?.file
  }

  /// Returns the name of the theme that a request or the template selects.
  ///
  /// - Throws: `unknown-theme`, `path-outside`.
  package func themeName(
    _ given: String?, for template: Template, in files: FileScope = FileScope()
  ) throws(RenderError) -> String {
    let file = try file(
      ofTheme: given ?? template.defaultTheme, isGiven: given != nil, for: template, in: files)
    return name(ofTheme: file, in: files)
  }

  /// Returns the name of a template's default theme; for a theme of the template's pack, this is the
  /// name that the theme has everywhere.
  func defaultThemeName(of template: Template) -> String {
    let name = template.defaultTheme
    guard !Files.exists("\(template.folder)/themes/\(name).json"),
      let file = PackFolder(of: template.file)?.theme(name)
    else { return name }
    return self.name(ofTheme: file, in: FileScope())
  }

  /// The name of a theme, which is qualified if the theme is in a pack, as in `harbour/dusk`.
  func name(ofTheme file: String, in files: FileScope) -> String {
    let name = TemplateLibrary.name(ofTheme: file)
    return themeIndex.pack(of: file, in: files).map { "\($0)/\(name)" } ?? name
  }

  /// The name of a template, which is qualified if the template is in a pack.
  func name(ofTemplate file: String, in files: FileScope) -> String {
    let pack = templateIndex.pack(of: file, in: files)
    let name = Files.name(of: Files.folder(of: pack == nil ? Files.resolved(file) ?? file : file))
    return pack.map { "\($0)/\(name)" } ?? name
  }
}
