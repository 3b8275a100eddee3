internal import SourceJSON
import WallfarmPluginKit

/// What a wallpaper is made of: a background and layouts, with the theme to use by default.
struct Template: Sendable {
  let name: String
  let file: String
  let summary: String
  let defaultTheme: String
  /// File, line and column of its name.
  let themeOrigin: String
  /// Nil: the theme's.
  let background: PluginUse?
  let layouts: [PluginUse]
  /// SHA-256 of its file.
  var digest = ""

  /// The folder of its file: its own themes lie in `themes` there.
  var folder: String { Files.folder(of: file) }

  /// Reads a template; `problems` holds every mistake.
  static func read(
    _ node: JSONNode, name: String, file: String
  ) -> (template: Template?, problems: [RenderError]) {
    var reader = FileReader(file: file)
    let keys = ["format", "$schema", "summary", "theme", "background", "layouts"]
    guard let root = reader.object(node, "a template", keys: keys) else {
      return (nil, reader.problems)
    }
    reader.checkFormat(root, "a template")
    let summary = reader.text("summary", of: root, "a template")
    let theme = reader.text("theme", of: root, "a template")
    var background: PluginUse?
    if let node = root["background"], node.string != "theme" {
      background = PluginUse(node, in: &reader)
    }
    var layouts: [PluginUse] = []
    if let list = root["layouts"] {
      if let elements = list.elements {
        layouts = elements.compactMap { PluginUse($0, in: &reader) }
      } else {
        reader.report(reader.wrong(list, "'layouts'", "a list"))
      }
    }
    guard let theme else { return (nil, reader.problems) }
    let template = Template(
      name: name, file: file, summary: summary?.text ?? "", defaultTheme: theme.text,
      themeOrigin: theme.origin,
      background: background, layouts: layouts)
    return (template, reader.problems)
  }
}
