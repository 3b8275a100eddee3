internal import SourceJSON
public import WallfarmPluginKit

/// Finds every mistake in a template, theme or notes file.
public struct FileChecker: Sendable {
  private let library: TemplateLibrary
  private let plugins: PluginRegistry
  private let fontFamilies: [String]

  /// Checks against the plugins and fonts of an installation.
  ///
  /// - Parameters:
  ///   - installation: themes that a template names are looked up there.
  ///   - plugins: plugins that may be named.
  ///   - fontFamilies: families that may be named.
  public init(installation: Installation, plugins: PluginRegistry, fontFamilies: [String]) {
    library = TemplateLibrary(folder: installation.templates)
    self.plugins = plugins
    self.fontFamilies = fontFamilies
  }

  /// What was found in a file.
  public struct Report: Sendable, Hashable {
    /// `template`, `theme` or `notes`; `file` where it could not be told.
    public let kind: String
    /// Every mistake, in the order of the file.
    public let problems: [RenderError]
  }

  /// Reads a file and says what it is and what is wrong with it; it never throws.
  public func check(_ path: String) -> Report {
    do throws(RenderError) {
      let file = Files.isFolder(path) ? path + "/template.json" : path
      let bytes = try Files.read(file, limit: 16 << 20)
      guard file.hasSuffix(".json") || bytes.first == UInt8(ascii: "{") else {
        return Report(
          kind: "notes",
          problems: problems { () throws(RenderError) in
            _ = try NotesReader.parse(bytes, file: file)
          })
      }
      return check(try JSONFile.parse(bytes, file: file), bytes, file: file)
    } catch {
      return Report(kind: "file", problems: [error])
    }
  }

  private func check(_ node: JSONNode, _ bytes: [UInt8], file: String) -> Report {
    if node.elements != nil {
      return Report(
        kind: "notes",
        problems: problems { () throws(RenderError) in
          _ = try NotesReader.parse(bytes, file: file)
        })
    }
    let name = Files.name(of: file)
    if node["layouts"] != nil || name == "template.json" {
      let (template, found) = Template.read(node, name: name, file: file)
      return Report(
        kind: "template", problems: inOrder(found + (template.map(check) ?? [])))
    }
    let (theme, found) = Theme.read(node, name: name, file: file)
    let uses = theme.map { check($0.background, in: $0, isLayout: false) } ?? []
    return Report(kind: "theme", problems: inOrder(found + uses))
  }

  /// Each problem once, by line and column.
  private func inOrder(_ problems: [RenderError]) -> [RenderError] {
    var seen: Set<RenderError> = []
    let unique = problems.filter { seen.insert($0).inserted }
    func place(_ error: RenderError) -> [Int] {
      (error.origin ?? "").split(separator: ":").suffix(2).compactMap { Int($0) }
    }
    return unique.enumerated().sorted { one, two in
      let (first, second) = (place(one.element), place(two.element))
      if first == second { return one.offset < two.offset }
      return first.lexicographicallyPrecedes(second)
    }.map(\.element)
  }

  private func check(_ template: Template) -> [RenderError] {
    do throws(RenderError) {
      let theme = try library.theme(template.defaultTheme, for: template)
      let background = template.background.map { check($0, in: theme, isLayout: false) } ?? []
      return background + template.layouts.flatMap { check($0, in: theme, isLayout: true) }
    } catch {
      return [error]
    }
  }

  /// Names, types and ranges of one use of a plugin.
  private func check(_ use: PluginUse, in theme: Theme, isLayout: Bool) -> [RenderError] {
    let schema =
      isLayout ? plugins.layout(use.plugin)?.schema : plugins.background(use.plugin)?.schema
    guard let schema else {
      let known = isLayout ? plugins.layouts.map { $0.id } : plugins.backgrounds.map { $0.id }
      return [
        .unknown(
          .unknownPlugin, isLayout ? "layout plugin" : "background plugin", use.plugin,
          known: known, origin: use.pluginOrigin, list: "plugins")
      ]
    }
    return use.parameters.flatMap { key, value, origin in
      problems { () throws(RenderError) in
        guard let parameter = schema[key] else {
          throw .unknownParameter(
            key, known: schema.parameters.map(\.key), plugins: [use.plugin], origin: origin)
        }
        let (value, place) = try theme.resolve(value, origin: origin)
        guard parameter.kind.accepts(value) else {
          throw .invalidParameter(parameter, got: value.text(pretty: false), origin: place)
        }
        if parameter.kind == .file, case .string(let name) = value, !name.isEmpty {
          try checkPhoto(name, origin: place)
        }
        if parameter.kind == .font, case .string(let family) = value,
          !fontFamilies.contains(family)
        {
          throw .unknown(
            .unknownFont, "bundled font family", family, known: fontFamilies, origin: place,
            list: "fonts")
        }
      }
    }
  }

  /// A photo beside the file that names it.
  private func checkPhoto(_ name: String, origin: String) throws(RenderError) {
    let file = Files.join(Files.folder(of: origin), name)
    try PhotoStore().open(file, origin: origin)
  }

  private func problems(_ body: () throws(RenderError) -> Void) -> [RenderError] {
    do throws(RenderError) {
      try body()
      return []
    } catch {
      return [error]
    }
  }
}
