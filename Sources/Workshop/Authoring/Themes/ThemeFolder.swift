package import Files
package import WallfarmPluginKit

/// The folder of a user's themes, in which themes are added, replaced and removed atomically.
///
/// The folder is locked until the value is released. New files are written to a hidden folder,
/// which is then renamed, so that a killed process leaves no incomplete theme; the next process
/// removes its hidden folder.
package struct ThemeFolder {
  let path: String
  private let place: OpenFolder

  private static let (adding, old, removing) =
    (".wallfarm-adding-", ".wallfarm-old-", ".wallfarm-removing-")

  /// Opens and locks the folder; creates it if it does not exist.
  ///
  /// - Throws: `output-failed`, `file-unreadable`.
  package init(_ path: String) throws(RenderError) {
    self.path = path
    // The XDG Base Directory Specification requires this mode for new folders.
    try WholeFile.makeFolder(path, mode: 0o700)
    place = try OpenFolder(path, followsLink: true)
    guard place.lock() else {
      throw RenderError(
        .outputFailed, "another process is changing the themes in '\(path)'",
        origin: .file(path), hint: "wait until that process exits")
    }
    try recover()
  }

  /// Completes or undoes the changes of a killed process.
  private func recover() throws(RenderError) {
    for entry in try place.entries() {
      if entry.name.hasPrefix(Self.old) {
        let name = String(entry.name.dropFirst(Self.old.count))
        if place.entry(name) == nil {
          try place.rename(entry.name, to: name)
          continue
        }
      } else if ![Self.adding, Self.removing].contains(where: entry.name.hasPrefix) {
        continue
      }
      try WholeFile.removeAll("\(path)/\(entry.name)")
    }
  }

  /// The name of the theme that a file system may treat as equal to the given name, or `nil` if
  /// there is none.
  func existing(_ name: String) throws(RenderError) -> String? {
    let key = PathComparison.folded(name)
    let themes = try place.entries().map(\.name).filter { !$0.hasPrefix(".") }.map {
      $0.hasSuffix(".json") ? String($0.dropLast(5)) : $0
    }
    return themes.first { $0 == name } ?? themes.first { PathComparison.folded($0) == key }
  }

  /// Adds a theme, or replaces the theme with the same name.
  ///
  /// - Parameters:
  ///   - files: The files of the theme.
  ///   - name: The name of the theme.
  ///   - check: Checks the complete theme before it becomes visible, given the path of its file.
  /// - Returns: The path of the theme file.
  /// - Throws: `output-failed`, and the errors of `check`; the folder is then unchanged.
  package func put(
    _ files: [MadeFolder.File], as name: String,
    check: (_ file: String) throws(RenderError) -> Void
  ) throws(RenderError) -> String {
    let fresh = Self.adding + name
    do throws(RenderError) {
      let kind = MadeFolder(noun: "theme", manifest: "") { _ in nil }
      try kind.fill(try place.makeFolder(fresh, mode: 0o755), nil) { (add) throws(RenderError) in
        for file in files { try add(file) }
      }
      try check("\(path)/\(fresh)/\(name).json")
      if place.entry(name) == nil {
        try place.nameSafely(fresh, name)
      } else {
        try swap(fresh, with: name)
      }
    } catch {
      try? WholeFile.removeAll("\(path)/\(fresh)")
      throw error
    }
    // The folder of a theme takes precedence over a single file, so the theme is already replaced.
    try? place.remove("\(name).json")
    return "\(path)/\(name)/\(name).json"
  }

  private func swap(_ fresh: String, with name: String) throws(RenderError) {
    var gone = fresh
    if try !place.exchange(fresh, with: name) {
      gone = Self.old + name
      try place.rename(name, to: gone)
      do throws(RenderError) {
        try place.rename(fresh, to: name)
      } catch {
        try? place.rename(gone, to: name)
        throw error
      }
    }
    // If a step fails from here on, the next process removes the old folder.
    guard (try? place.sync()) != nil else { return }
    try? WholeFile.removeAll("\(path)/\(gone)")
  }

  /// Removes a theme: its folder or its file.
  ///
  /// - Returns: The removed paths; empty if the folder does not contain the theme.
  /// - Throws: `output-failed`.
  package func remove(_ name: String) throws(RenderError) -> [String] {
    var removed: [String] = []
    if let entry = place.entry(name), Files.exists("\(path)/\(name)/\(name).json") {
      if entry.kind == .link {
        // Remove the link, not its target.
        try place.remove(name)
      } else {
        let hidden = Self.removing + name
        try place.rename(name, to: hidden)
        try WholeFile.removeAll("\(path)/\(hidden)")
      }
      removed.append("\(path)/\(name)")
    }
    if place.entry("\(name).json") != nil {
      try place.remove("\(name).json")
      removed.append("\(path)/\(name).json")
    }
    try place.sync()
    return removed
  }
}
