internal import Diagnostics
internal import Files
package import SourceJSON
package import WallfarmPluginKit

/// A wallpaper design: a background, layouts and a default theme.
package struct Template: Sendable {
  package let name: String
  package let file: String
  let summary: String
  let defaultTheme: String
  /// The file, line and column of the theme name.
  package let themeOrigin: Origin
  /// The background; `nil` means the background of the theme.
  package let background: PluginUse?
  /// The parts in the free area, drawn on top of each other.
  package let parts: [LayoutPart]
  /// The parameters that the template defines.
  package let parameters: [TemplateParameter]
  /// The sample content; `nil` if there is none.
  package let sample: Sample?
  /// The reference time of the sample; `nil` means the time of rendering.
  package let sampleNow: When?
  /// SHA-256 of the file.
  package var digest = ""

  /// Sample content that has not been read.
  package enum Sample: Sendable {
    /// A separate file, whose path is written relative to the template.
    case file(String, origin: Origin)
    /// Notes or content in the template itself.
    case written(JSONNode)
  }

  /// All layouts, in order.
  package var layouts: [PluginUse] { parts.flatMap(\.layouts) }
  /// The background, the layouts and the parameters of the stacks.
  package var uses: [PluginUse] { (background.map { [$0] } ?? []) + parts.flatMap(\.uses) }

  /// The folder of the template; its `themes` subfolder contains the template's own themes.
  var folder: String { Files.folder(of: file) }

  /// Parses a template; `problems` contains every error.
  ///
  /// - Parameters:
  ///   - node: The content of the file.
  ///   - name: The name of the template.
  ///   - file: The path of the file.
  ///   - devices: The devices that conditions can name.
  ///   - pack: The name of the installed pack that contains the file.
  /// - Returns: The template, or `nil` if the file is not a template, and all errors.
  package static func read(
    _ node: JSONNode, name: String, file: String, devices: DeviceCatalog = .known,
    pack: String? = nil
  ) -> (template: Template?, problems: [RenderError]) {
    var reader = FileReader(file: file, pack: pack)
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
    // A parameter whose definition is invalid still counts as defined, so that references to it
    // cause no further errors.
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
      reader.report(reader.wrong(node, "'sampleNow'", "a date or a time, such as 2026-12-24"))
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
