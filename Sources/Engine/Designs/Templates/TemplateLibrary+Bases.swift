internal import Diagnostics
internal import Files
internal import SourceJSON
internal import WallfarmPluginKit

/// Finds the themes that a theme extends, and all files of a template and a theme.
extension TemplateLibrary {
  /// Finds the file that a theme extends, and the chain of files that leads to it; `nil` if the
  /// theme extends none.
  ///
  /// - Throws: `unknown-theme`, `path-outside`, or `invalid-value` for a cycle.
  func base(
    of node: JSONNode, file: String, in files: FileScope, extendedBy path: [String]
  ) throws(RenderError) -> (file: String, chain: [String], origin: Origin)? {
    guard let (name, origin) = ThemeReader.base(of: node, file: file) else { return nil }
    let found: String
    if isPath(name, in: files) {
      found = Files.join(Files.folder(of: file), name)
      try checkInside(found, namedIn: file, files, origin: origin)
      guard Files.kind(of: found) == .regular else {
        throw .noThemeFile(
          name, beside: Files.names(in: Files.folder(of: found)), isFolder: Files.isFolder(found),
          origin: origin)
      }
    } else {
      guard let place = try self.place(ofBase: name, of: file, in: files, origin: origin) else {
        if templateNames.contains(name) {
          throw RenderError(
            .unknownTheme, "'\(name)' is a template, not a theme", origin: origin,
            hint: "'wallfarm theme list' shows the themes")
        }
        let beside = Files.names(in: Files.folder(of: file)).filter { $0.hasSuffix(".json") }
          .map { String($0.dropLast(5)) }
        throw .unknown(
          .unknownTheme, "theme", name, known: (themeNames() + beside).filter { $0 != name },
          origin: origin, list: "theme")
      }
      found = place
    }
    let chain = path + [Files.canonical(file)]
    let names = (chain + [found]).map { TemplateLibrary.name(ofTheme: $0) }
    guard chain.last != Files.canonical(found) else {
      throw RenderError(
        .invalidValue, "the theme extends itself", origin: origin, hint: "remove 'extends'")
    }
    guard !chain.contains(Files.canonical(found)) else {
      throw RenderError(
        .invalidValue, "these themes extend each other: " + names.joined(separator: " → "),
        origin: origin, hint: "remove \"extends\" from one of them")
    }
    guard chain.count <= Self.mostBases else {
      throw RenderError(
        .invalidValue, "'extends' is nested more than \(Self.mostBases) levels deep",
        origin: origin,
        hint: "extend one of these themes directly: \(names.suffix(3).joined(separator: " → "))")
    }
    return (found, chain, origin)
  }

  /// Returns the path of a theme that another theme extends by name; `nil` if there is none.
  ///
  /// A file next to the theme takes precedence, except in the folders of installed themes and of a
  /// user's themes, where the precedence is the same as everywhere.
  private func place(
    ofBase name: String, of file: String, in files: FileScope, origin: Origin
  ) throws(RenderError) -> String? {
    let folder = Files.folder(of: file)
    let beside = "\(folder)/\(name).json"
    if Files.exists(beside), !isSame(beside, file), !themeIndex.isPlace(folder) {
      // A symbolic link can lead outside the folder. Themes in the index are accessible from
      // everywhere and need no such check.
      try checkInside(beside, namedIn: file, files, origin: origin)
      return beside
    }
    return try themeIndex.entry(name, except: file, in: files)?.file
  }

  /// Returns the files of a template, a theme and the themes that it extends, as far as they can be
  /// located.
  func files(template: String, theme: String?, in scope: FileScope) -> [String] {
    let found = try? self.template(template, in: scope)
    let isPath = isPath(template, in: scope)
    let named =
      isPath ? nil : try? place(ofTemplate: template, in: scope, origin: .option("template"))
    let path = isPath ? Files.join(scope.folder, template) : "\(folder)/\(template)"
    var files = [named ?? file(ofTemplate: path, named: template)]
    let name = theme ?? found?.defaultTheme ?? ""
    guard let file = try? self.file(ofTheme: name, isGiven: theme != nil, for: found, in: scope)
    else { return files }
    files += self.files(ofTheme: file, in: scope)
    // If a path leads through a symbolic link, include the resolved path too.
    return files + files.compactMap(Files.resolved)
  }

  /// Returns the file of a theme and the files of the themes that it extends, even if a theme is
  /// invalid.
  private func files(ofTheme file: String, in scope: FileScope) -> [String] {
    let (theme, problems) = theme(file: file, in: scope, extendedBy: [])
    if let theme, problems.isEmpty { return theme.files + theme.fonts.map(\.file) }
    var files = [file]
    var chain: [String] = []
    var current = file
    while let node = try? JSONFile.read(current),
      let (name, _) = ThemeReader.base(of: node, file: current)
    {
      guard let base = try? base(of: node, file: current, in: scope, extendedBy: chain) else {
        // The file does not exist but may be created later.
        let beside = isPath(name, in: scope) ? name : name + ".json"
        return files + [Files.join(Files.folder(of: current), beside)]
      }
      (current, chain) = (base.file, base.chain)
      files.append(current)
    }
    return files
  }
}

extension RenderError {
  fileprivate static func noThemeFile(
    _ path: String, beside names: [String], isFolder: Bool, origin: Origin
  ) -> RenderError {
    let name = Files.name(of: path)
    let folder = path.dropLast(name.count)
    let near = closestSpelling(to: name, among: names.filter { $0.hasSuffix(".json") })
    return RenderError(
      .unknownTheme, isFolder ? "'\(path)' is a folder" : "'\(path)' does not exist",
      origin: origin,
      hint: near.map { "did you mean '\(folder)\($0)'?" }
        ?? "write the name of a theme, or a path that is relative to this file and ends in .json")
  }
}
