import Graphics
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
    return try theme(file: file, in: files, extendedBy: [])
  }

  /// Most themes that extend one another.
  private static let mostBases = 8

  /// The theme of a file, with what it takes from those that it extends.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - files: where paths in it may lead.
  ///   - path: the files that extend it, the outermost first.
  /// - Returns: the theme; its digest stands for all files it was read from.
  /// - Throws: `unknown-theme`, `invalid-json`, or the first mistake in one of the files.
  private func theme(
    file: String, in files: FileScope, extendedBy path: [String]
  ) throws(RenderError) -> Theme {
    let (node, digest) = try JSONFile.readWithDigest(file)
    let base = try base(of: node, file: file, in: files, extendedBy: path)
    var theme = try first(
      Theme.read(node, name: TemplateLibrary.name(ofTheme: file), file: file, base: base))
    theme.digest = base.map { SHA256.hex(of: Array((digest + $0.digest).utf8)) } ?? digest
    return theme
  }

  /// The theme that a file extends; nil where it extends none.
  ///
  /// - Throws: `unknown-theme`, `invalid-value` for themes that extend each other in a circle, or the
  ///   first mistake in one of the files.
  func base(
    of node: JSONNode, file: String, in files: FileScope = FileScope(),
    extendedBy path: [String] = []
  ) throws(RenderError) -> Theme? {
    guard let (name, origin) = Theme.base(of: node, file: file) else { return nil }
    let found: String
    if isPath(name) {
      found = Files.join(Files.folder(of: file), name)
      // What comes with the installation may name its own files.
      if Files.isInside(Files.folder(of: file), files.folder) {
        try files.check(found, origin: origin)
      }
    } else {
      let places = [Files.folder(of: file), "\(folder)/themes"].map { "\($0)/\(name).json" }
      guard let place = places.first(where: { Files.exists($0) && !isSame($0, file) }) else {
        throw .unknown(
          .unknownTheme, "theme", name, known: themeNames(), origin: origin, list: "themes")
      }
      found = place
    }
    let chain = path + [Files.canonical(file)]
    guard !chain.contains(Files.canonical(found)), chain.count <= Self.mostBases else {
      let names = (chain + [found]).map { TemplateLibrary.name(ofTheme: $0) }
      throw .invalidValue(
        "'extends'", expected: "a theme that does not come back to this one",
        got: "a circle or too long a chain: " + names.joined(separator: " → "), origin: origin,
        hint: "let one of them extend nothing")
    }
    return try theme(file: found, in: files, extendedBy: chain)
  }

  private func isSame(_ one: String, _ other: String) -> Bool {
    Files.canonical(one) == Files.canonical(other)
  }

  private static func name(ofTheme file: String) -> String {
    let stem = Files.name(of: file)
    return stem.hasSuffix(".json") ? String(stem.dropLast(5)) : stem
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
