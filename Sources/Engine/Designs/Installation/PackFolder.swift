package import Files

/// The folder of the pack to which a theme, template or motion belongs.
///
/// A plain name in a file of a pack refers to the content of the same pack first, so the files of a
/// pack have the same meaning in the folder of its author and wherever the pack is installed.
package struct PackFolder: Sendable, Hashable {
  /// The path of the folder, which contains `pack.json`.
  package let path: String

  package init(path: String) { self.path = path }

  /// Finds the pack of a file by the location of the file; `nil` if the file is not part of a pack.
  ///
  /// - Parameters:
  ///   - file: The path of a theme, template or motion.
  ///   - files: The scope of the request, which lists the packs that come with an order.
  package init?(of file: String, in files: FileScope = FileScope()) {
    var content = Self.named(Files.folder(of: file))
    if Files.name(of: file) == "template.json" {
      content = Self.named(Files.folder(of: content))
      guard Files.name(of: content) == ContentFolder.Kind.templates.rawValue else { return nil }
    } else {
      let kinds = [ContentFolder.Kind.themes, .motions].map(\.rawValue)
      guard kinds.contains(Files.name(of: content)) else { return nil }
    }
    path = Files.folder(of: content)
    guard files.packs.values.contains(path) || Files.exists(path + "/pack.json") else {
      return nil
    }
  }

  /// Returns a path whose last component is a name.
  ///
  /// Other paths stay as they are, because an order refers to its inputs by these paths.
  private static func named(_ folder: String) -> String {
    [".", ".."].contains(Files.name(of: folder)) ? Files.canonical(folder) : folder
  }

  /// Returns the path of a theme of the pack; `nil` if there is none.
  package func theme(_ name: String) -> String? { existing(name, "themes/\(name).json") }

  /// Returns the path of a template of the pack; `nil` if there is none.
  package func template(_ name: String) -> String? {
    existing(name, "templates/\(name)/template.json")
  }

  private func existing(_ name: String, _ place: String) -> String? {
    guard ContentIndex.isName(name) else { return nil }
    let file = "\(path)/\(place)"
    return Files.exists(file) ? file : nil
  }
}
