package import Files
package import WallfarmPluginKit

/// Finds themes, templates or motions by name, in the installation and in content folders.
///
/// Installed names take precedence over the names in content folders, so that an installed name
/// refers to the same content on every machine.
package struct ContentIndex: Sendable {
  /// An item with its name.
  package struct Entry: Sendable, Hashable {
    package let name: String
    package let file: String
    package let origin: ContentOrigin
    /// The folder of the installation or of the user or system in which the item was found.
    package let folder: String
  }

  private struct Place: Sendable {
    let path: String
    let origin: ContentOrigin
    var pack: String?
  }

  private let kind: ContentFolder.Kind
  /// The folders in order of decreasing precedence; the first is the folder of the installation.
  private let places: [Place]

  /// Creates an index.
  ///
  /// - Parameters:
  ///   - kind: The kind of content.
  ///   - installed: The folder of the installation with this kind of content.
  ///   - folders: The content folders; folders with other kinds of content are ignored.
  package init(_ kind: ContentFolder.Kind, installed: String, folders: [ContentFolder]) {
    self.kind = kind
    places =
      [Place(path: installed, origin: .builtIn)]
      + folders.filter { $0.kind == kind }.map {
        Place(path: $0.path, origin: $0.origin, pack: $0.pack)
      }
  }

  // MARK: - Finding

  /// Returns the item with a name, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: A file to skip, because a file that refers to its own name means another item.
  ///   - files: The scope of the request; packs that come with an order take precedence over
  ///     installed packs.
  /// - Returns: The item.
  /// - Throws: `path-outside` if the item is a link to a file outside its content folder.
  package func entry(
    _ name: String, except file: String? = nil, in files: FileScope = FileScope()
  ) throws(RenderError) -> Entry? {
    let (pack, last) = ContentIndex.parts(of: name)
    if let pack, let folder = files.packs[pack], ContentIndex.isName(last) {
      let place = Place(path: "\(folder)/\(kind.rawValue)", origin: .user, pack: pack)
      for path in paths(of: last, in: place) where Files.exists(path) {
        return Entry(name: name, file: path, origin: place.origin, folder: place.path)
      }
    }
    for place in places where place.pack == pack {
      guard place.origin == .builtIn || ContentIndex.isName(last) else { continue }
      for path in paths(of: last, in: place) where Files.exists(path) {
        if let file, Files.canonical(path) == Files.canonical(file) { continue }
        let entry = Entry(name: name, file: path, origin: place.origin, folder: place.path)
        try check(entry)
        return entry
      }
    }
    return nil
  }

  /// Whether a name is the qualified name of an item, which begins with the name of an installed
  /// pack or of a pack that comes with an order, as in `harbour/dusk`, and not a path.
  package func isQualified(_ name: String, in files: FileScope = FileScope()) -> Bool {
    let (pack, last) = ContentIndex.parts(of: name)
    guard let pack, ContentIndex.isName(last) else { return false }
    return files.packs[pack] != nil || places.contains { $0.pack == pack }
  }

  /// Returns the name of the pack that contains a file; `nil` if the file is not in the folder of an
  /// installed pack or of a pack that comes with an order.
  package func pack(of file: String, in files: FileScope = FileScope()) -> String? {
    let known = files.packs.first { file.hasPrefix($0.value + "/") }?.key
    return known ?? places.first { $0.pack != nil && file.hasPrefix($0.path + "/") }?.pack
  }

  /// Whether a text has the form of a qualified name, so that it can be a mistyped one.
  package static func isLikeQualified(_ text: String) -> Bool { pack(of: text) != nil }

  /// Returns the pack that a text of the form of a qualified name names.
  package static func pack(of text: String) -> String? {
    let (pack, last) = parts(of: text)
    return pack.flatMap { isName($0) && isName(last) ? $0 : nil }
  }

  /// Returns the pack and the rest of a qualified name; other names have no pack.
  private static func parts(of name: String) -> (pack: String?, name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0] != ".", parts[0] != ".." else {
      return (nil, name)
    }
    return (String(parts[0]), String(parts[1]))
  }

  /// Whether a folder contains items of this kind, and is not the folder of one theme or of a pack.
  ///
  /// In such a folder, the files next to a theme are unrelated themes. The themes of a pack belong
  /// together.
  package func isPlace(_ folder: String) -> Bool {
    let real = Files.canonical(folder)
    return places.contains { $0.pack == nil && Files.canonical($0.path) == real }
  }

  /// The origin of a file, or ``ContentOrigin/path`` if no folder contains it.
  package func origin(of file: String) -> ContentOrigin {
    places.first { Files.isInside(file, $0.path) }?.origin ?? .path
  }

  /// Whether a name can be used in a content folder.
  ///
  /// Such a name starts with a letter or a digit, and contains only letters, digits, hyphens,
  /// underscores and dots. A name that ends in `.json` would be a path.
  package static func isName(_ name: String) -> Bool {
    guard let first = name.first, first.isLetter || first.isNumber, name.utf8.count <= 100 else {
      return false
    }
    return !name.lowercased().hasSuffix(".json")
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }

  // MARK: - Listing

  /// The items that can be selected by name: installed items, then items of the user and the system.
  package var entries: [Entry] { all.visible }

  /// A warning for each item whose name refers to another item.
  package var hidden: [RenderWarning] {
    let all = all
    return all.hidden.map { entry in
      let winner = all.visible.first { $0.name == entry.name }
      return RenderWarning(
        .nameHidden,
        "the \(entry.origin.rawValue) \(kind.noun) '\(entry.name)' is hidden by the "
          + "\((winner?.origin ?? .builtIn).rawValue) \(kind.noun) with the same name",
        hint: "rename it, or select it by its path", origin: .file(entry.file))
    }
  }

  private var all: (visible: [Entry], hidden: [Entry]) {
    var (visible, hidden): ([Entry], [Entry]) = ([], [])
    var names: Set<String> = []
    for entry in places.flatMap(entries) {
      if names.insert(entry.name).inserted { visible.append(entry) } else { hidden.append(entry) }
    }
    return (visible, hidden)
  }

  private func entries(in place: Place) -> [Entry] {
    let names = Files.names(in: place.path).map { name in
      kind != .templates && name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.flatMap { name -> [Entry] in
      guard place.origin == .builtIn || ContentIndex.isName(name) else { return [] }
      return paths(of: name, in: place).filter(Files.exists).map {
        Entry(
          name: place.pack.map { "\($0)/\(name)" } ?? name, file: $0, origin: place.origin,
          folder: place.path)
      }
    }
  }

  /// The possible paths of an item, in order of decreasing precedence.
  ///
  /// A theme in a content folder can have a folder of its own, which also contains its photos.
  private func paths(of name: String, in place: Place) -> [String] {
    let file = "\(place.path)/\(name).json"
    return switch kind {
    case .templates: ["\(place.path)/\(name)/template.json"]
    case .themes where place.origin != .builtIn: ["\(place.path)/\(name)/\(name).json", file]
    case .themes, .motions, .devices: [file]
    }
  }

  /// Checks that an item of a content folder is in that folder after links are resolved.
  ///
  /// A fenced worker can read only that folder.
  private func check(_ entry: Entry) throws(RenderError) {
    guard entry.origin != .builtIn, !Files.isInside(entry.file, entry.folder) else { return }
    throw RenderError(
      .pathOutside,
      "the \(entry.origin.rawValue) \(kind.noun) '\(entry.name)' is a link to a file outside "
        + "'\(entry.folder)'",
      origin: .file(entry.file), hint: "replace the link with a copy of the file")
  }
}

extension ContentFolder.Kind {
  /// The singular form of the kind, such as `theme`.
  package var noun: String { String(rawValue.dropLast()) }
}
