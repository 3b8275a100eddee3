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
      return check(try Files.read(file, limit: 16 << 20), named: file)
    } catch {
      return Report(kind: "file", problems: [error])
    }
  }

  /// Says what the bytes of a file are and what is wrong with them; it never throws.
  public func check(_ bytes: [UInt8], named file: String) -> Report {
    do throws(RenderError) {
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
    var base: Theme?
    let inherited = problems { () throws(RenderError) in
      base = try library.base(of: node, file: file)
    }
    let (theme, found) = Theme.read(node, name: name, file: file, base: base)
    let uses = theme.map { check($0.background, in: $0, isLayout: false) } ?? []
    let fonts = theme.map(unknownFonts) ?? []
    return Report(kind: "theme", problems: inOrder(inherited + found + uses + fonts))
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
    let type: any WallpaperPlugin.Type
    do throws(RenderError) {
      type =
        isLayout
        ? try plugins.layoutType(of: use) as any WallpaperPlugin.Type
        : try plugins.backgroundType(of: use) as any WallpaperPlugin.Type
    } catch {
      return [error]
    }
    let resolver = ParameterResolver(
      theme: theme, fontFamilies: fontFamilies, photos: PhotoStore(mostBytes: 1 << 20),
      files: FileScope())
    var values = ParameterValues()
    let found = use.parameters.flatMap { key, value, origin in
      problems { () throws(RenderError) in
        try resolver.set(key, to: value, origin: origin, of: type, in: &values)
      }
    }
    // Values that are fine one by one may not go together.
    return found.isEmpty ? problems { () throws(RenderError) in _ = try type.init(values) } : found
  }

  /// Families that a theme names and nobody has.
  private func unknownFonts(_ theme: Theme) -> [RenderError] {
    ThemeTokens.all.filter { $0.kind == .font }.flatMap { token in
      problems { () throws(RenderError) in
        let (value, origin) = try theme.value(of: token.key, origin: theme.file)
        guard case .string(let family) = value, !fontFamilies.contains(family) else { return }
        throw .unknown(
          .unknownFont, "bundled font family", family, known: fontFamilies, origin: origin,
          list: "fonts")
      }
    }
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
