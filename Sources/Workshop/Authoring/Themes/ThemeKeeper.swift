package import Designs
internal import Files
internal import WallfarmCore
package import WallfarmPluginKit

/// Adds themes to the user's themes, and copies and removes them.
package struct ThemeKeeper {
  private let library: TemplateLibrary
  private let uses: UseCheck
  private let folder: String

  /// Creates a keeper for the user's themes.
  ///
  /// - Parameters:
  ///   - installation: The installation with its content folders.
  ///   - plugins: The available plugins.
  /// - Throws: `output-failed` if the user has no data folder.
  package init(installation: Installation, plugins: PluginRegistry) throws(RenderError) {
    guard let folder = ContentFolder.ofUser(.themes) else {
      throw RenderError(
        .outputFailed, "the folder for your themes is unknown", origin: .environment("HOME"),
        hint: "set HOME or XDG_DATA_HOME to an absolute path")
    }
    self.folder = folder
    library = TemplateLibrary(installation)
    // Only the types of parameters are needed, to find out which are files.
    uses = UseCheck(plugins: plugins, fontFamilies: [])
  }

  // MARK: - Adding

  /// Copies a theme and the files that it names into the user's themes.
  ///
  /// - Parameters:
  ///   - file: The path of the theme file.
  ///   - replaces: Whether an existing theme of the user is replaced.
  /// - Returns: The name of the theme, and the path of the copy.
  /// - Throws: The first error in the theme; `invalid-parameter`, `theme-exists`,
  ///   `theme-not-copied`, `output-failed`.
  package func add(
    _ file: String, replaces: Bool
  ) throws(RenderError) -> (name: String, file: String) {
    let origin = Origin.argument("file")
    guard PipedFile.input(file) == nil, file.hasSuffix(".json") else {
      throw RenderError(
        .invalidParameter, "'\(file.shortened)' is not the path of a theme file", origin: origin,
        hint: "write the path of a file whose name ends in .json; the file name becomes the name "
          + "of the theme")
    }
    let theme = try library.theme(file.contains("/") ? file : "./" + file, for: nil)
    let name = String(Files.name(of: file).dropLast(".json".count))
    guard !Files.isInside(file, folder) else {
      throw RenderError(
        .themeExists, "'\(file)' is already in the folder of your themes", origin: origin,
        hint: "edit it there; 'wallfarm theme copy' creates a copy with another name")
    }
    return (name, try put(theme, as: name, replaces: replaces, origin: origin))
  }

  /// Copies a theme to a new theme of the user.
  ///
  /// - Parameters:
  ///   - source: The name or path of the theme to copy.
  ///   - name: The name of the new theme.
  /// - Returns: The path of the copy.
  /// - Throws: `unknown-theme`, and the errors of ``add(_:replaces:)``.
  package func copy(_ source: String, as name: String) throws(RenderError) -> String {
    let theme: ThemeFile
    do throws(RenderError) {
      theme = try library.theme(source, for: nil)
    } catch {
      var problem = error
      if problem.origin == .option("theme") { problem.origin = .argument("name") }
      throw problem
    }
    do throws(RenderError) {
      return try put(theme, as: name, replaces: false, origin: .argument("new"))
    } catch  where error.code == .themeNotCopied && library.themeIndex.isQualified(source) {
      var problem = error
      problem.hint = "extend it instead: 'wallfarm theme new \(name) --extends \(source)'"
      throw problem
    }
  }

  private func put(
    _ theme: ThemeFile, as name: String, replaces: Bool, origin: Origin
  ) throws(RenderError) -> String {
    guard ContentIndex.isName(name) else {
      throw .invalidDesignName(name, "theme", origin: origin)
    }
    let key = PathComparison.folded(name)
    let builtIn = library.themeIndex.entries.first { entry in
      entry.origin == .builtIn && PathComparison.folded(entry.name) == key
    }
    if let builtIn { throw .themeIsBuiltIn(builtIn.name, named: name, origin: origin) }
    let parcel = try ThemeParcel(theme, as: name + ".json", library, uses)
    let themes = try ThemeFolder(folder)
    if let other = try themes.existing(name), other != name || !replaces {
      throw .themeExists(other, named: name, in: folder, origin: origin)
    }
    let replaced = ["\(folder)/\(name)/", "\(folder)/\(name).json"]
    if theme.files.contains(where: { file in replaced.contains(where: file.hasPrefix) }) {
      throw .themeNotCopied(
        theme.file, ("it extends the theme that it would replace", "rename the file"),
        origin: origin)
    }
    return try themes.put(parcel.files, as: name) { (file) throws(RenderError) in
      // The source may have changed while it was being read, and a name may refer to another theme
      // in the new folder.
      let copy = try library.theme(file, for: nil)
      let isSame =
        parcel.isRewritten
        ? try ThemeMeaning(of: copy)
          == ThemeMeaning(of: theme, renaming: parcel.plugins)
        : copy.digest == theme.digest
      guard isSame else { throw .themeChanged(theme.file) }
    }
  }

  // MARK: - Removing

  /// Deletes a theme of the user with its files.
  ///
  /// - Returns: The deleted paths, and the names of the themes that extended the theme.
  /// - Throws: `unknown-theme`, `output-failed`.
  package func remove(
    _ name: String
  ) throws(RenderError) -> (paths: [String], dependents: [String]) {
    let entries = library.themeIndex.entries
    let own = entries.first { $0.name == name && $0.origin == .user }?.file
    let dependents = entries.filter { entry in
      guard let own, entry.file != own else { return false }
      return (try? library.theme(entry.name, for: nil))?.files.contains(own) ?? false
    }.map(\.name)
    guard ContentIndex.isName(name), Files.isFolder(folder) else {
      throw .noUserTheme(name, entries)
    }
    let paths = try ThemeFolder(folder).remove(name)
    guard !paths.isEmpty else { throw .noUserTheme(name, entries) }
    return (paths, dependents)
  }
}

extension RenderError {
  fileprivate static func themeIsBuiltIn(
    _ other: String, named name: String, origin: Origin
  ) -> RenderError {
    RenderError(
      .themeExists,
      name == other
        ? "a built-in theme is named '\(name)'"
        : "'\(name)' differs from the built-in theme '\(other)' only in case",
      origin: origin, hint: "choose another name, such as 'my-\(name.lowercased())'")
  }

  fileprivate static func themeExists(
    _ other: String, named name: String, in folder: String, origin: Origin
  ) -> RenderError {
    RenderError(
      .themeExists,
      name == other
        ? "you already have a theme named '\(name)' in '\(folder)'"
        : "'\(name)' differs from your theme '\(other)' only in case",
      origin: origin,
      hint: name == other && origin == .argument("file")
        ? "add --replace to replace it, or rename the file" : "choose another name")
  }

  fileprivate static func noUserTheme(
    _ name: String, _ entries: [ContentIndex.Entry]
  ) -> RenderError {
    let own = entries.filter { $0.origin == .user }.map(\.name)
    var error = RenderError.unknown(
      .unknownTheme, "theme of yours", name, known: own, origin: .argument("name"), list: "theme")
    if let other = entries.first(where: { $0.name == name }), name.contains("/") {
      error.hint =
        "it belongs to a pack: '\(other.file)'; 'wallfarm pack remove' removes the whole pack"
    } else if let other = entries.first(where: { $0.name == name }), other.origin != .user {
      error.hint =
        other.origin == .builtIn
        ? "'\(name)' is built in; only your own themes can be removed"
        : "'\(name)' belongs to the system: '\(other.file)'"
    } else if own.isEmpty {
      error.hint = "you have no themes; 'wallfarm theme add FILE' adds one"
    }
    return error
  }
}
