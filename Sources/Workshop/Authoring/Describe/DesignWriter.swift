package import Designs
package import SourceJSON
internal import WallfarmCore
package import WallfarmPluginKit

/// Describes a template or theme as text or JSON.
package struct DesignWriter {
  let designs: DesignLibrary
  let isJSON: Bool

  package init(designs: DesignLibrary, isJSON: Bool) {
    (self.designs, self.isJSON) = (designs, isJSON)
  }

  package func text(
    template name: String, _ known: PluginRegistry
  ) throws(RenderError) -> String {
    guard !isJSON else { return try json(template: name, known).text(pretty: true) }
    let item = try designs.template(name, plugins: known)
    let parameters = DesignWriter.parameters(of: item)
    let head = """
      \(item.name) (template): \(item.summary)
        file: \(item.file)
        origin: \(item.origin.rawValue)
        theme: \(item.defaultTheme)
        plugins: \(item.plugins.joined(separator: ", "))
      """
    let offered =
      parameters.rows.isEmpty
      ? [] : ["Template parameters, for --set KEY=VALUE:\n\n" + parameters.text]
    let plugins = item.plugins.compactMap(known.plugin).map { PluginWriter($0).text(json: false) }
    return ([head] + offered + plugins).joined(separator: "\n\n")
  }

  /// The description of a template as JSON.
  package func json(
    template name: String, _ known: PluginRegistry
  ) throws(RenderError) -> JSONValue {
    let item = try designs.template(name, plugins: known)
    return [
      "name": .string(item.name), "kind": "template", "summary": .string(item.summary),
      "file": .string(item.file), "origin": .string(item.origin.rawValue),
      "theme": .string(item.defaultTheme),
      "plugins": .array(item.plugins.map(JSONValue.string)),
      "parameters": DesignWriter.parameters(of: item).json,
    ]
  }

  /// The parameters of a template with their defaults.
  private static func parameters(of item: DesignLibrary.TemplateItem) -> Table {
    let rows: [[Table.Cell]] = item.parameters.map { parameter in
      [
        .text(parameter.description.key),
        .text(parameter.written ?? parameter.description.defaultValue.text(pretty: false)),
        .text(parameter.description.kind.accepted), .text(parameter.description.summary),
      ]
    }
    return Table(["key", "default", "accepts", "meaning"], rows)
  }

  package func text(
    theme name: String, on device: Device, as variant: ThemeVariant?
  ) throws(RenderError) -> String {
    guard !isJSON else {
      return try json(theme: name, on: device, as: variant).text(pretty: true)
    }
    let item = try designs.theme(name)
    var head = ["\(item.name) (theme): \(item.summary)", "  file: \(item.files[0])"]
    for file in item.files.dropFirst() { head.append("  extends: \(file)") }
    head.append("  origin: \(item.origin.rawValue)")
    head.append("  background: \(item.background)")
    head.append("  looks: " + item.looks.map(\.rawValue).joined(separator: ", "))
    for credit in item.credits { head.append("  credits: \(credit)") }
    let shown = "On \(device.id)" + (variant.map { ", \($0.rawValue)" } ?? "") + ":"
    return try head.joined(separator: "\n") + "\n\n\(shown)\n\n"
      + tokens(of: name, on: device, as: variant).text
  }

  /// The description of a theme as JSON, with the values of its tokens on a device.
  package func json(
    theme name: String, on device: Device, as variant: ThemeVariant?
  ) throws(RenderError) -> JSONValue {
    let item = try designs.theme(name)
    return [
      "name": .string(item.name), "kind": "theme", "summary": .string(item.summary),
      "files": .array(item.files.map(JSONValue.string)),
      "origin": .string(item.origin.rawValue), "background": .string(item.background),
      "looks": .array(item.looks.map { .string($0.rawValue) }),
      "credits": .array(item.credits.map(JSONValue.string)), "device": .string(device.id),
      "variant": variant.map { .string($0.rawValue) } ?? .null,
      "tokens": try tokens(of: name, on: device, as: variant).json,
    ]
  }

  /// The tokens of a theme, each with its value and the position where it is set.
  private func tokens(
    of name: String, on device: Device, as variant: ThemeVariant?
  ) throws(RenderError) -> Table {
    let rows: [[Table.Cell]] = try designs.tokens(of: name, on: device, as: variant).map { entry in
      [
        .text(entry.key), .text(entry.value), .text(entry.origin.map(shortened) ?? "default"),
        .text(entry.summary),
      ]
    }
    return Table(["token", "value", "set in", "meaning"], rows)
  }

  /// The origin without its folder, such as `midnight.json:12`; the full paths are listed above the
  /// table.
  private func shortened(_ origin: Origin) -> String {
    guard let name = origin.file?.split(separator: "/").last else { return "\(origin)" }
    return origin.line.map { "\(name):\($0)" } ?? String(name)
  }
}
