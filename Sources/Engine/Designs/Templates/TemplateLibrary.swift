internal import Diagnostics
internal import Digests
package import Files
package import SourceJSON
package import WallfarmPluginKit

/// Templates and themes, located by name in the installation and in content folders, or by path.
///
/// A template is a folder with `template.json`. A theme is a file in the `themes` folder of a
/// template, in the shared `themes` folder, or in a content folder. A name with a slash or the
/// extension `.json` is a path.
package struct TemplateLibrary: Sendable {
  let folder: String
  /// The devices that conditions can name.
  package let devices: DeviceCatalog
  /// Whether each file is read only once and later changes are ignored.
  private let readsOnce: Bool
  /// The templates that can be selected by name.
  package let templateIndex: ContentIndex
  /// The themes that can be selected by name with every template.
  package let themeIndex: ContentIndex
  private let templates = KnownDesigns<Template>()
  private let themes = KnownDesigns<ThemeFile>()

  /// Creates a library for an installation and its content folders.
  package init(
    _ installation: Installation, devices: DeviceCatalog = .known, readsOnce: Bool = false
  ) {
    self.init(
      folder: installation.templates, devices: devices, readsOnce: readsOnce,
      contentFolders: installation.contentFolders)
  }

  /// Creates a library for a folder of templates, and content folders.
  package init(
    folder: String, devices: DeviceCatalog = .known, readsOnce: Bool = false,
    contentFolders: [ContentFolder] = []
  ) {
    (self.folder, self.devices, self.readsOnce) = (folder, devices, readsOnce)
    templateIndex = ContentIndex(.templates, installed: folder, folders: contentFolders)
    themeIndex = ContentIndex(.themes, installed: "\(folder)/themes", folders: contentFolders)
  }

  /// The names of all templates.
  package var templateNames: [String] { templateIndex.entries.map(\.name) }

  /// Returns the names of the themes that a template can use: its own themes, followed by the
  /// shared themes.
  ///
  /// If `template` is `nil`, only the shared themes are included.
  func themeNames(for template: Template? = nil) -> [String] {
    let own = template.map { Files.names(in: $0.folder + "/themes") } ?? []
    var names = own.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    for name in themeIndex.entries.map(\.name) where !names.contains(name) { names.append(name) }
    return names
  }

  /// Finds a template by name, or by the path of its folder or file.
  ///
  /// - Throws: `unknown-template`, `invalid-json`, or the first error in the file.
  package func template(
    _ name: String, in files: FileScope = FileScope(), origin: Origin = .option("template")
  ) throws(RenderError) -> Template {
    let file: String
    let path = isPath(name, in: files) ? try files.path(of: name, origin: origin) : nil
    if let path, !ContentIndex.isLikeQualified(name) || Files.exists(path) {
      file = self.file(ofTemplate: path, named: name)
    } else {
      guard let found = try place(ofTemplate: name, in: files, origin: origin) else {
        throw .unknown(
          .unknownTemplate, "template", name, known: templateNames, origin: origin,
          list: "template",
          beside: besides(name, ["", ".json"], in: files).first { path in
            path.hasSuffix(".json") || Files.exists(path + "/template.json")
          })
      }
      file = found
    }
    if readsOnce, let known = templates.design(in: file) { return known }
    let bytes = try Files.read(file, limit: Self.mostBytes)
    let digest = SHA256.hex(of: bytes)
    let name = self.name(ofTemplate: file, in: files)
    if let known = templates.design(in: file, digest: digest), known.name == name { return known }
    let node = try JSONFile.parse(bytes, file: file, isDesign: true)
    var template = try first(
      Template.read(
        node, name: name, file: file, devices: devices,
        pack: templateIndex.pack(of: file, in: files)))
    template.digest = digest
    templates.keep(template, in: file, digest: digest)
    return template
  }

  /// Finds a theme by name or path; if the name is `nil`, finds the default theme of the template.
  ///
  /// A path on the command line is relative to the working folder; a path in a template is relative
  /// to the template's file.
  ///
  /// - Throws: `unknown-theme`, `invalid-json`, or the first error in the file.
  package func theme(
    _ given: String?, for template: Template?, in files: FileScope = FileScope()
  ) throws(RenderError) -> ThemeFile {
    let name = given ?? template?.defaultTheme ?? ""
    let file = try file(ofTheme: name, isGiven: given != nil, for: template, in: files)
    return try first(theme(file: file, in: files, extendedBy: []))
  }

  /// Reads the default theme of a template and collects every error in the theme's files.
  ///
  /// - Throws: `unknown-theme`.
  package func defaultTheme(of template: Template) throws(RenderError) -> (
    ThemeFile?, [RenderError]
  ) {
    let scope = FileScope()
    let file = try file(
      ofTheme: template.defaultTheme, isGiven: false, for: template, in: scope)
    return theme(file: file, in: scope, extendedBy: [])
  }

  /// Whether a theme is the default theme of a template, whose name is relative to the template.
  static func isDefault(_ name: String, isGiven: Bool, for template: Template?) -> Bool {
    !isGiven || name == template?.defaultTheme
  }

  /// Returns the path of a theme file.
  ///
  /// - Throws: `unknown-theme`, `path-outside`.
  func file(
    ofTheme name: String, isGiven: Bool, for template: Template?, in files: FileScope
  ) throws(RenderError) -> String {
    let isDefault = TemplateLibrary.isDefault(name, isGiven: isGiven, for: template)
    let file: String?
    if isPath(name, in: files) {
      if isDefault, let template {
        let beside = Files.join(template.folder, name)
        try checkInside(beside, namedIn: template.file, files, origin: template.themeOrigin)
        file = beside
      } else {
        let path = try files.path(of: name, origin: .option("theme"))
        file = ContentIndex.isLikeQualified(name) && !Files.exists(path) ? nil : path
      }
    } else {
      // A given name never refers to the pack of the template, even if it is also the default.
      file = try place(ofTheme: name, isDefault: !isGiven, for: template, in: files)
    }
    guard let file else {
      throw .unknown(
        .unknownTheme, "theme", name, known: themeNames(for: template),
        origin: (isDefault ? template?.themeOrigin : nil) ?? .option("theme"), list: "theme",
        beside: isDefault ? nil : besides(name, [".json"], in: files).first, isOptional: true)
    }
    return file
  }

  /// Returns the relative paths of existing files with this name, so that a hint can suggest one of
  /// them.
  private func besides(_ name: String, _ endings: [String], in files: FileScope) -> [String] {
    endings.map { "./\(name)\($0)" }.filter { Files.exists(Files.join(files.folder, $0)) }
  }

  /// Maximum size of a theme or template in bytes; the largest installed file has about 4,400
  /// bytes.
  package static let mostBytes = 1 << 20
  /// Maximum number of levels to which `extends` can be nested.
  static let mostBases = 8

  /// Reads a theme file, merges it with the themes that it extends, and collects every error in the
  /// files.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - files: The folder outside which paths in the file must not lead.
  ///   - path: The files of the themes that extend this theme, outermost first.
  /// - Returns: The theme, whose digest covers all of its files, and the errors.
  func theme(
    file: String, in files: FileScope, extendedBy path: [String]
  ) -> (ThemeFile?, [RenderError]) {
    if readsOnce, let known = themes.design(in: file) { return (known, []) }
    do throws(RenderError) {
      let bytes = try Files.read(file, limit: Self.mostBytes)
      let digest = SHA256.hex(of: bytes)
      if let known = themes.design(in: file, digest: digest) { return (known, []) }
      let node = try JSONFile.parse(bytes, file: file, isDesign: true)
      let found = theme(of: node, digest: digest, file: file, in: files, extendedBy: path)
      // If a theme extends another, the digest of its own file does not determine the theme's
      // content. Such a theme is cached only if files are read once.
      let isWhole = found.0?.files.count == 1 && node["extends"] == nil
      if let theme = found.0, found.1.isEmpty, readsOnce || isWhole {
        themes.keep(theme, in: file, digest: digest)
      }
      return found
    } catch {
      return (nil, [error])
    }
  }

  /// Merges an already parsed theme file with the themes that it extends.
  package func theme(
    of node: JSONNode, digest: String, file: String, in files: FileScope = FileScope(),
    extendedBy path: [String] = []
  ) -> (ThemeFile?, [RenderError]) {
    var base: ThemeFile?
    var problems: [RenderError] = []
    do throws(RenderError) {
      if let found = try self.base(of: node, file: file, in: files, extendedBy: path) {
        (base, problems) = theme(file: found.file, in: files, extendedBy: found.chain)
        problems = problems.map { problem in
          var problem = problem
          problem.also = problem.also ?? "this theme is extended in \(found.origin)"
          return problem
        }
      }
    } catch {
      problems = [error]
    }
    var reader = ThemeReader(
      file: file, base: base, devices: devices, pack: themeIndex.pack(of: file, in: files))
    var (theme, own) = reader.read(node, name: name(ofTheme: file, in: files))
    theme?.digest = base.map { SHA256.hex(of: Array((digest + $0.digest).utf8)) } ?? digest
    return (theme, problems + own)
  }

  /// Throws if a file is outside the allowed folder, unless the file that refers to it is also
  /// outside, as installed files are.
  func checkInside(
    _ path: String, namedIn file: String, _ files: FileScope, origin: Origin
  ) throws(RenderError) {
    guard Files.isInside(Files.folder(of: file), files.folder) else { return }
    try files.check(path, origin: origin)
  }

  func isSame(_ one: String, _ other: String) -> Bool {
    Files.canonical(one) == Files.canonical(other)
  }

  static func name(ofTheme file: String) -> String {
    let stem = Files.name(of: file)
    return stem.hasSuffix(".json") ? String(stem.dropLast(5)) : stem
  }

  func isPath(_ name: String, in files: FileScope) -> Bool {
    if themeIndex.isQualified(name, in: files) { return false }
    if templateIndex.isQualified(name, in: files) { return false }
    return name.contains("/") || name.hasSuffix(".json") || PipedFile.input(name) != nil
  }

  /// Returns the path of a template file, given the path of the template's folder or of the file
  /// itself.
  func file(ofTemplate path: String, named name: String) -> String {
    path.hasSuffix(".json") || PipedFile.input(name) != nil ? path : path + "/template.json"
  }

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
