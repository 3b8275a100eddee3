internal import Diagnostics
internal import Files
package import SourceJSON
package import WallfarmPluginKit

/// What a wallpaper is made of: a background and layouts, with the theme to use by default.
package struct Template: Sendable {
  package let name: String
  package let file: String
  let summary: String
  let defaultTheme: String
  /// File, line and column of its name.
  package let themeOrigin: Origin
  /// Nil: the theme's.
  package let background: PluginUse?
  /// What stands in the free area, one over the other.
  package let parts: [LayoutPart]
  /// What can be set by a name that the template gives it.
  package let parameters: [TemplateParameter]
  /// Content that shows what it looks like; nil: it has none.
  package let sample: Sample?
  /// The time that the sample is for; nil: when it is drawn.
  package let sampleNow: When?
  /// SHA-256 of its file.
  package var digest = ""

  /// Content of a template, not read yet.
  package enum Sample: Sendable {
    /// A file beside the template.
    case file(String, origin: Origin)
    /// Notes, or content, in the template itself.
    case written(JSONNode)
  }

  /// Every layout, in order.
  package var layouts: [PluginUse] { parts.flatMap(\.layouts) }
  /// Background, layouts and what stacks are set to.
  package var uses: [PluginUse] { (background.map { [$0] } ?? []) + parts.flatMap(\.uses) }

  /// The folder of its file: its own themes lie in `themes` there.
  var folder: String { Files.folder(of: file) }

  /// Reads a template; `problems` holds every mistake.
  package static func read(
    _ node: JSONNode, name: String, file: String, devices: DeviceCatalog = .shipped
  ) -> (template: Template?, problems: [RenderError]) {
    var reader = FileReader(file: file)
    guard let root = reader.object(node, "a template", keys: Self.keys) else {
      return (nil, reader.problems)
    }
    guard reader.checkFormat(root, "a template") else { return (nil, reader.problems) }
    let summary = reader.text("summary", of: root, "a template")
    let theme = reader.text("theme", of: root, "a template")
    var background: PluginUse?
    if let node = root["background"], node.string != "theme" {
      background = PluginUse(node, in: &reader)
    }
    var parts: [LayoutPart] = []
    if let list = root["layouts"] {
      if let elements = list.elements {
        parts = elements.compactMap { LayoutPart($0, in: &reader, devices: devices) }
      } else {
        reader.report(reader.wrong(list, "'layouts'", "a list"))
      }
    }
    let parameters = parameters(root, &reader)
    // A parameter that is written wrongly is there all the same.
    let known = root["parameters"]?.members?.map(\.key) ?? []
    let isKnown = root["parameters"].map { $0.members != nil } ?? true
    for use in parts.flatMap(\.uses) + (background.map { [$0] } ?? []) {
      for (_, value, origin) in use.parameters {
        guard let name = TemplateParameter.name(in: value), isKnown, !known.contains(name)
        else { continue }
        reader.report(.unknownTemplateParameter(name, known: known, origin: origin))
      }
    }
    let sample = sample(root, &reader)
    let sampleNow = sampleNow(root, &reader)
    guard let theme else { return (nil, reader.problems) }
    let template = Template(
      name: name, file: file, summary: summary?.text ?? "", defaultTheme: theme.text,
      themeOrigin: theme.origin,
      background: background, parts: parts, parameters: parameters, sample: sample,
      sampleNow: sampleNow)
    return (template, reader.problems)
  }

  private static let keys = [
    "format", "$schema", "summary", "theme", "parameters", "background", "layouts",
    "sample", "sampleNow",
  ]

  private static func sampleNow(_ root: JSONNode, _ reader: inout FileReader) -> When? {
    guard let node = root["sampleNow"] else { return nil }
    guard let now = node.string.flatMap(When.init) else {
      reader.report(reader.wrong(node, "'sampleNow'", "a day or a time, such as 2026-12-24"))
      return nil
    }
    return now
  }

  private static func sample(_ root: JSONNode, _ reader: inout FileReader) -> Sample? {
    guard let node = root["sample"] else { return nil }
    if node.elements != nil || node.members != nil { return .written(node) }
    guard let name = node.string, !name.isEmpty, name != "-" else {
      reader.report(
        reader.wrong(node, "'sample'", "notes, content, or the path of a file with either"))
      return nil
    }
    return .file(Files.join(Files.folder(of: reader.file), name), origin: reader.origin(node))
  }

  private static func parameters(
    _ root: JSONNode, _ reader: inout FileReader
  ) -> [TemplateParameter] {
    guard let node = root["parameters"] else { return [] }
    return reader.members(node, "'parameters'").compactMap { member in
      TemplateParameter(member, in: &reader)
    }
  }
}

extension RenderError {
  fileprivate static func unknownTemplateParameter(
    _ name: String, known: [String], origin: Origin
  ) -> RenderError {
    RenderError(
      .unknownParameter, "the template has no parameter '\(name)'", origin: origin,
      hint: closestSpelling(to: name, among: known).map { "did you mean '$parameters.\($0)'?" }
        ?? "add \"\(name)\" to \"parameters\", or write the value itself")
  }
}
