internal import Files
internal import FontFormats

/// The content of a pack, derived from the paths of its files.
package struct PackContent: Sendable {
  private let paths: [String]

  /// Creates the list of content for the paths of files.
  package init(paths: [String]) { self.paths = paths.sorted() }

  /// The paths of the theme files.
  package var themes: [String] { files(in: "themes", ending: "json") }
  /// The paths of the template files.
  package var templates: [String] {
    paths.filter { $0.hasPrefix("templates/") && $0.hasSuffix("/template.json") }
      .filter { $0.split(separator: "/").count == 3 }
  }
  /// The paths of the motion files.
  package var motions: [String] { files(in: "motions", ending: "json") }
  /// The paths of the device files.
  package var devices: [String] { files(in: "devices", ending: "json") }
  /// The paths of sample content.
  package var samples: [String] { files(in: "content", endings: Self.content) }
  /// The paths of font files.
  package var fonts: [String] { files(in: "fonts", endings: Self.fonts) }
  /// The names of the plugin folders.
  package var plugins: [String] {
    paths.filter { $0.hasPrefix("plugins/") && $0.split(separator: "/").count > 2 }
      .map { String($0.split(separator: "/")[1]) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether the pack contains anything that can be used by name.
  var hasContent: Bool { !names.isEmpty || !fonts.isEmpty }

  /// The names of the content by kind.
  package var names: [(kind: String, names: [String])] {
    func stems(_ files: [String]) -> [String] {
      files.map { String(Files.name(of: $0).dropLast(".json".count)) }
    }
    return [
      ("themes", stems(themes)),
      ("templates", templates.map { Files.name(of: Files.folder(of: $0)) }),
      ("motions", stems(motions)), ("devices", stems(devices)), ("plugins", plugins),
    ].filter { !$0.1.isEmpty }
  }

  private static let content: Set<String> = ["json", "csv", "tsv", "ics", "txt", "md"]
  private static let fonts = Set(FontFile.extensions)

  /// The files with certain extensions in a folder of the pack and its subfolders.
  private func files(in folder: String, endings: Set<String>) -> [String] {
    paths.filter { $0.hasPrefix(folder + "/") && endings.contains(Files.ending(of: $0)) }
  }

  /// The files directly in a folder of the pack.
  private func files(in folder: String, ending: String) -> [String] {
    paths.filter { path in
      path.hasPrefix(folder + "/") && Files.ending(of: path) == ending
        && path.split(separator: "/").count == 2
    }
  }
}
