internal import SourceJSON
import WallfarmPluginKit

/// Templates and themes, found by name in the installation or by path.
///
/// A template is a folder with `template.json`. A theme is a file in the `themes` folder of its
/// template, or in the one that all templates share. A name with a slash or `.json` is a path.
struct TemplateLibrary: Sendable {
  let folder: String

  /// Names of the templates that ship.
  var templateNames: [String] {
    Files.names(in: folder).filter { Files.exists("\(folder)/\($0)/template.json") }
  }

  /// Names of themes a template can use, its own first; nil for those that all can.
  func themeNames(for template: Template? = nil) -> [String] {
    var names: [String] = []
    for folder in themeFolders(for: template) {
      for name in Files.names(in: folder) where name.hasSuffix(".json") {
        let name = String(name.dropLast(5))
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  private func themeFolders(for template: Template?) -> [String] {
    (template.map { [$0.folder + "/themes"] } ?? []) + ["\(folder)/themes"]
  }

  /// A template by name, or by the path of its folder or file.
  ///
  /// - Throws: `unknown-template`, `invalid-json`, or the first mistake in the file.
  func template(
    _ name: String, in files: FileScope = FileScope(), origin: String = "--template"
  ) throws(RenderError) -> Template {
    let file: String
    if isPath(name) {
      let path = try files.path(of: name, origin: origin)
      file = path.hasSuffix(".json") ? path : path + "/template.json"
    } else {
      file = "\(folder)/\(name)/template.json"
      guard Files.exists(file) else {
        throw .unknown(
          .unknownTemplate, "template", name, known: templateNames, origin: origin,
          list: "templates")
      }
    }
    let (node, digest) = try JSONFile.readWithDigest(file)
    let name = Files.name(of: Files.folder(of: Files.resolved(file) ?? file))
    var template = try first(Template.read(node, name: name, file: file))
    template.digest = digest
    return template
  }

  /// A theme by name or path; nil for the one a template uses by default.
  ///
  /// A path on the command line is meant in this folder, one in a template beside its file.
  ///
  /// - Throws: `unknown-theme`, `invalid-json`, or the first mistake in the file.
  func theme(
    _ given: String?, for template: Template?, in files: FileScope = FileScope()
  ) throws(RenderError) -> Theme {
    let name = given ?? template?.defaultTheme ?? ""
    let isDefault = given == nil || given == template?.defaultTheme
    let file: String?
    if isPath(name) {
      file =
        isDefault && template != nil
        ? template.map { Files.join($0.folder, name) }
        : try files.path(of: name, origin: "--theme")
    } else {
      file = themeFolders(for: template).map { "\($0)/\(name).json" }.first(where: Files.exists)
    }
    guard let file else {
      throw .unknown(
        .unknownTheme, "theme", name, known: themeNames(for: template),
        origin: isDefault ? template?.themeOrigin ?? "--theme" : "--theme", list: "themes")
    }
    let (node, digest) = try JSONFile.readWithDigest(file)
    let stem = Files.name(of: file)
    var theme = try first(
      Theme.read(
        node, name: stem.hasSuffix(".json") ? String(stem.dropLast(5)) : stem, file: file))
    theme.digest = digest
    return theme
  }

  private func isPath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(".json") }

  private func first<Value>(
    _ result: (Value?, [RenderError])
  ) throws(RenderError) -> Value {
    if let problem = result.1.first { throw problem }
    guard let value = result.0 else {
      preconditionFailure("a reader gave neither a value nor a problem")
    }
    return value
  }
}
