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

  /// Names of themes a template can use, its own first.
  func themeNames(for template: String? = nil) -> [String] {
    var names: [String] = []
    for folder in themeFolders(for: template) {
      for name in Files.names(in: folder) where name.hasSuffix(".json") {
        let name = String(name.dropLast(5))
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  private func themeFolders(for template: String?) -> [String] {
    (template.map { ["\(folder)/\($0)/themes"] } ?? []) + ["\(folder)/themes"]
  }

  /// - Throws: `unknown-template`, `invalid-json`, or the first mistake in the file.
  func template(_ name: String, origin: String = "--template") throws(RenderError) -> Template {
    let file: String
    if isPath(name) {
      file = name.hasSuffix(".json") ? name : name + "/template.json"
    } else {
      file = "\(folder)/\(name)/template.json"
      guard Files.exists(file) else {
        throw .unknown(
          .unknownTemplate, "template", name, known: templateNames, origin: origin,
          list: "templates")
      }
    }
    let node = try JSONFile.read(file)
    let name = isPath(name) ? Files.name(of: Files.folder(of: Files.resolved(file) ?? file)) : name
    return try first(Template.read(node, name: name, file: file))
  }

  /// - Throws: `unknown-theme`, `invalid-json`, or the first mistake in the file.
  func theme(
    _ name: String, for template: String, origin: String = "--theme"
  ) throws(RenderError) -> Theme {
    let folders = themeFolders(for: template)
    let file = isPath(name) ? name : folders.map { "\($0)/\(name).json" }.first(where: Files.exists)
    guard let file else {
      throw .unknown(
        .unknownTheme, "theme", name, known: themeNames(for: template), origin: origin,
        list: "themes")
    }
    let node = try JSONFile.read(file)
    let stem = Files.name(of: file)
    let name = stem.hasSuffix(".json") ? String(stem.dropLast(5)) : stem
    return try first(Theme.read(node, name: name, file: file))
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
