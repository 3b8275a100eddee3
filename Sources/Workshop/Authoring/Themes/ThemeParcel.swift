package import Designs
package import Files
internal import SourceJSON
package import WallfarmPluginKit

/// A theme and the files that it names, read into memory so that they can be copied into another
/// folder.
///
/// The parcel contains the theme file, the themes that it extends by path, the themes next to it
/// that it extends by name, and the photos, images and fonts of these files. Every file keeps its
/// relative path, so the copy is equivalent. Themes that are extended by name and are built
/// in or in a content folder are not copied.
///
/// If the theme is part of a pack, the files are in several folders of the pack. The folder `themes`
/// becomes the folder of the new theme, which contains the other folders, and the paths in the theme
/// files are changed accordingly.
package struct ThemeParcel {
  /// The files with their paths relative to the folder of the theme; the theme itself is first.
  package private(set) var files: [MadeFolder.File] = []
  private var problems: [RenderError] = []
  /// The paths in ``files``, keyed by case-folded path, for detecting conflicting names.
  private var names: [String: String] = [:]
  private var byteCount = 0
  /// The places in the root of the files other than themes, by their paths in the parcel.
  private var sources: [String: [String]] = [:]

  /// The qualified ids of the plugins of a pack that the copy names in place of the plain ids.
  private(set) var plugins: [String: String] = [:]
  /// Whether the text of a theme file was changed.
  private(set) var isRewritten = false

  private let library: TemplateLibrary
  private let uses: UseCheck
  /// The folder that contains all files, as given and with links resolved: the folder of the theme
  /// file, or of its pack.
  private let (root, realRoot): (String, String)
  /// The folder of the theme file, relative to the root.
  private let home: [String]

  private static let mostFiles = 1000
  private static let mostBytes = 512 << 20

  /// Reads the files of a valid theme.
  ///
  /// - Parameters:
  ///   - theme: The theme.
  ///   - name: The name of the theme file in the parcel.
  ///   - library: The library that found the theme.
  ///   - uses: The check that knows which parameters are files.
  /// - Throws: `theme-not-copied` for the first file that cannot be copied; `file-too-large`,
  ///   `file-unreadable`.
  init(
    _ theme: ThemeFile, as name: String, _ library: TemplateLibrary, _ uses: UseCheck
  ) throws(RenderError) {
    (self.library, self.uses) = (library, uses)
    let pack = PackFolder(of: theme.file)
    root = pack?.path ?? Files.folder(of: theme.file)
    home = pack == nil ? [] : [ContentFolder.Kind.themes.rawValue]
    realRoot = Files.canonical(root)
    if let reason = objection(to: theme.file) {
      throw .themeNotCopied(theme.file, reason, origin: .file(theme.file))
    }
    try read(theme, as: [name])
    guard var problem = problems.first else { return }
    if problems.count > 1 {
      problem.also = "\(problems.count - 1) more of its files cannot be copied"
    }
    throw problem
  }

  /// Reads a theme file and the files that it names.
  ///
  /// - Parameters:
  ///   - file: The path of the theme file.
  ///   - installation: The installation, whose themes the theme can extend.
  ///   - plugins: The plugins that the theme can use.
  /// - Throws: The first error in the theme, and the errors of the other initializer.
  package init(
    file: String, installation: Installation, plugins: PluginRegistry
  ) throws(RenderError) {
    let library = TemplateLibrary(installation)
    let theme = try library.theme(file.contains("/") ? file : "./" + file, for: nil)
    // Only the types of parameters are needed, to find out which are files.
    let uses = UseCheck(plugins: plugins, fontFamilies: [])
    try self.init(theme, as: Files.name(of: theme.file), library, uses)
  }

  /// Reads a theme file, its photos, and the theme files that it extends.
  private mutating func read(_ theme: ThemeFile, as path: [String]) throws(RenderError) {
    var (file, folder, target) = (theme.file, home, path)
    // The file of each theme is followed by the files that it extends.
    for base in theme.files.dropFirst().map(Optional.some) + [nil] {
      let bytes = try Files.read(file, limit: TemplateLibrary.mostBytes)
      let index = files.count
      var edits = StringEdits()
      let node = try JSONFile.parse(bytes, file: file, isDesign: true)
      try add(bytes, as: target, origin: .file(file))
      if let theme = library.theme(of: node, digest: "", file: file).0 {
        let fonts = theme.fonts.filter { $0.theme == file }.map { ($0.name, $0.origin) }
        for (name, origin) in FilesOutside(theme, uses: uses, sharing: nil).names + fonts {
          guard let place = place(of: name, origin, in: folder) else { continue }
          try addFile(place, origin)
          edits.move(name, origin, to: self.target(of: place), in: Array(target.dropLast()))
        }
        namePlugins(of: theme, &edits)
      }
      var next: [String]?
      if base != nil, let (name, origin) = ThemeReader.base(of: node, file: file),
        let text = try pathOfBase(name, of: file, base)
      {
        next = place(of: text, origin, in: folder)
        if let next, text == name {
          edits.move(name, origin, to: self.target(of: next), in: Array(target.dropLast()))
        }
      }
      if !edits.isEmpty {
        guard let changed = edits.applied(to: bytes) else { throw .themeChanged(file) }
        files[index].bytes = changed
        isRewritten = true
      }
      guard let base, let next else { return }
      (file, folder, target) = (base, Array(next.dropLast()), self.target(of: next))
    }
  }

  /// Returns the path of a base theme relative to the theme that extends it; `nil` if the copy finds
  /// the base theme by its name.
  private func pathOfBase(
    _ name: String, of file: String, _ base: String?
  ) throws(RenderError) -> String? {
    if library.themeIndex.isQualified(name) { return nil }
    if name.contains("/") || name.hasSuffix(".json") { return name }
    return try library.themeIndex.entry(name, except: file)?.file == base ? nil : name + ".json"
  }

  /// Replaces the ids of plugins of the pack by qualified ids, which the copy needs.
  private mutating func namePlugins(of theme: ThemeFile, _ edits: inout StringEdits) {
    let parts = [theme.main] + Array(theme.variants.values) + theme.overrides.map(\.part)
    for use in parts.compactMap(\.background) where use.pluginOrigin.file == theme.file {
      guard let id = use.pack.map({ "\($0)/\(use.plugin)" }), uses.plugins.plugin(id) != nil
      else { continue }
      plugins[use.plugin] = id
      edits.replace(use.pluginOrigin, with: id)
    }
  }

  private mutating func addFile(_ place: [String], _ origin: Origin) throws(RenderError) {
    let target = target(of: place)
    let path = target.joined(separator: "/")
    if files.contains(where: { $0.path == path }), sources[path] == place { return }
    let bytes = try Files.read(
      Files.join(root, place.joined(separator: "/")), limit: Self.mostBytes)
    try add(bytes, as: target, origin: origin)
    sources[path] = place
  }

  private mutating func add(
    _ bytes: [UInt8], as place: [String], origin: Origin
  ) throws(RenderError) {
    let path = place.joined(separator: "/")
    if let other = names.updateValue(path, forKey: PathComparison.folded(path)) {
      problems.append(
        .themeNotCopied(
          path, ("it would have the same name as '\(other)'", "rename one of the files"),
          origin: origin))
    }
    byteCount += bytes.count
    guard byteCount <= Self.mostBytes, files.count < Self.mostFiles else {
      throw RenderError(
        .fileTooLarge,
        "the theme uses more than \(Self.mostFiles) files or \(Self.mostBytes >> 20) MB",
        origin: origin, hint: "use fewer or smaller photos and fonts")
    }
    files.append((path, bytes, 0o644))
  }

  // MARK: - Places

  /// Returns the place in the parcel of a file with a place in the root.
  private func target(of place: [String]) -> [String] {
    place.starts(with: home) ? Array(place.dropFirst(home.count)) : place
  }

  /// Returns the components of a path relative to the root, or `nil` after recording the reason why
  /// the file cannot be copied.
  ///
  /// - Parameters:
  ///   - name: The path as written in a theme file.
  ///   - origin: The position of the path in the file.
  ///   - folder: The folder of that file, relative to the root.
  /// - Returns: The components, or `nil`.
  private mutating func place(
    of name: String, _ origin: Origin, in folder: [String]
  ) -> [String]? {
    guard let place = Self.place(of: name, in: folder) else {
      problems.append(
        .themeNotCopied(
          name,
          name.hasPrefix("/")
            ? ("its path is absolute", "copy it next to the theme, and write its relative path")
            : ("it is outside the folder of the \(noun)", "move it into that folder"),
          origin: origin))
      return nil
    }
    let path = Files.join(root, place.joined(separator: "/"))
    let named = Files.join(root, (folder + [name]).joined(separator: "/"))
    guard let reason = objection(to: path, written: named) else { return place }
    problems.append(.themeNotCopied(name, reason, origin: origin))
    return nil
  }

  /// The owner of the root, for messages.
  private var noun: String { home.isEmpty ? "theme" : "pack" }

  /// Resolves a path against a folder, without following links; `nil` if the path leads outside the
  /// root.
  package static func place(of name: String, in folder: [String]) -> [String]? {
    guard !name.hasPrefix("/") else { return nil }
    var parts = folder
    for part in name.split(separator: "/") where part != "." {
      if part != ".." { parts.append(String(part)) } else if parts.popLast() == nil { return nil }
    }
    return parts.isEmpty ? nil : parts
  }

  /// Returns the reason why a file cannot be copied, with a hint; `nil` if it can.
  ///
  /// - Parameters:
  ///   - path: The path in the root.
  ///   - written: The same path as written in the theme, which can lead through links.
  /// - Returns: The reason and the hint, or `nil`.
  private func objection(
    to path: String, written: String? = nil
  ) -> (reason: String, hint: String)? {
    guard let real = Files.resolved(path) else {
      return ("it does not exist", "check the path")
    }
    guard real.hasPrefix(realRoot == "/" ? "/" : realRoot + "/"),
      written.map({ Files.resolved($0) == real }) ?? true
    else {
      return (
        "it is a link that leads outside the folder of the \(noun)",
        "replace the link with a copy of the file"
      )
    }
    guard Files.kind(of: real) == .regular else {
      return ("it is \((EntryKind(at: real) ?? .file).words)", "use a regular file")
    }
    return nil
  }
}

extension StringEdits {
  /// Changes a path in a file whose folder or target moves; does nothing if the path is still right.
  ///
  /// - Parameters:
  ///   - name: The path as written in the file.
  ///   - origin: The position of the path.
  ///   - target: The new place of the file that the path names.
  ///   - folder: The new folder of the file that contains the path.
  fileprivate mutating func move(
    _ name: String, _ origin: Origin, to target: [String], in folder: [String]
  ) {
    guard ThemeParcel.place(of: name, in: folder) != target else { return }
    let shared = zip(folder, target).prefix { $0 == $1 }.count
    let up = [String](repeating: "..", count: folder.count - shared)
    replace(origin, with: (up + target.dropFirst(shared)).joined(separator: "/"))
  }
}

extension RenderError {
  static func themeChanged(_ file: String) -> RenderError {
    RenderError(
      .themeNotCopied, "the copy of '\(file)' would not be the same theme", origin: .file(file),
      hint: "the file may have changed in the meantime; run the command again")
  }

  static func themeNotCopied(
    _ file: String, _ why: (reason: String, hint: String), origin: Origin
  ) -> RenderError {
    RenderError(
      .themeNotCopied, "'\(file.shortened)' cannot be copied: \(why.reason)", origin: origin,
      hint: why.hint)
  }
}
