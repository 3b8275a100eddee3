internal import Designs
internal import Files
internal import SourceJSON
internal import WallfarmPluginKit

/// A theme and the files that it names, read into memory so that they can be copied into another
/// folder.
///
/// The parcel contains the theme file, the themes that it extends by path, the themes next to it
/// that it extends by name, and the photos, images and fonts of these files. Every file keeps its
/// relative path, so the copy is equivalent. Themes that are extended by name and are built
/// in or in a content folder are not copied.
package struct ThemeParcel {
  /// The files with their paths relative to the folder of the theme; the theme itself is first.
  private(set) var files: [MadeFolder.File] = []
  private var problems: [RenderError] = []
  /// The paths in ``files``, keyed by case-folded path, for detecting conflicting names.
  private var names: [String: String] = [:]
  private var byteCount = 0

  private let library: TemplateLibrary
  private let uses: UseCheck
  /// The folder of the theme file, as given and with links resolved.
  private let (root, realRoot): (String, String)

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
    root = Files.folder(of: theme.file)
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

  /// Reads a theme file, its photos, and the theme files that it extends.
  private mutating func read(_ theme: ThemeFile, as path: [String]) throws(RenderError) {
    var (file, place) = (theme.file, path)
    // The file of each theme is followed by the files that it extends.
    for base in theme.files.dropFirst().map(Optional.some) + [nil] {
      let bytes = try Files.read(file, limit: TemplateLibrary.mostBytes)
      try add(bytes, as: place, origin: .file(file))
      let node = try JSONFile.parse(bytes, file: file, isDesign: true)
      if let theme = library.theme(of: node, digest: "", file: file).0 {
        for (name, origin) in FilesOutside(theme, uses: uses, sharing: nil).names {
          try addFile(name, origin, in: Array(place.dropLast()))
        }
        for font in theme.fonts where font.theme == file {
          try addFile(font.name, font.origin, in: Array(place.dropLast()))
        }
      }
      guard let base, let (name, origin) = ThemeReader.base(of: node, file: file) else { return }
      let isPath = name.contains("/") || name.hasSuffix(".json")
      if !isPath, try library.themeIndex.entry(name, except: file)?.file == base { return }
      let text = isPath ? name : name + ".json"
      guard let next = self.place(of: text, origin, in: Array(place.dropLast())) else { return }
      (file, place) = (base, next)
    }
  }

  private mutating func addFile(
    _ name: String, _ origin: Origin, in folder: [String]
  ) throws(RenderError) {
    guard let place = place(of: name, origin, in: folder) else { return }
    let path = place.joined(separator: "/")
    if files.contains(where: { $0.path == path }) { return }
    let bytes = try Files.read(Files.join(root, path), limit: Self.mostBytes)
    try add(bytes, as: place, origin: origin)
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
            : ("it is outside the folder of the theme", "move it into that folder"),
          origin: origin))
      return nil
    }
    let path = Files.join(root, place.joined(separator: "/"))
    let named = Files.join(root, (folder + [name]).joined(separator: "/"))
    guard let reason = objection(to: path, written: named) else { return place }
    problems.append(.themeNotCopied(name, reason, origin: origin))
    return nil
  }

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
        "it is a link that leads outside the folder of the theme",
        "replace the link with a copy of the file"
      )
    }
    guard Files.kind(of: real) == .regular else {
      return ("it is \((EntryKind(at: real) ?? .file).words)", "use a regular file")
    }
    return nil
  }
}

extension RenderError {
  static func themeNotCopied(
    _ file: String, _ why: (reason: String, hint: String), origin: Origin
  ) -> RenderError {
    RenderError(
      .themeNotCopied, "'\(file.shortened)' cannot be copied: \(why.reason)", origin: origin,
      hint: why.hint)
  }
}
