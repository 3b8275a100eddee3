import BuiltInPlugins
package import Designs
import SourceJSON
import WallfarmCore
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
    let item = try designs.template(name, plugins: known)
    let rows: [[Table.Cell]] = item.parameters.map { parameter in
      [
        .text(parameter.description.key),
        .text(parameter.written ?? parameter.description.defaultValue.text(pretty: false)),
        .text(parameter.description.kind.accepted), .text(parameter.description.summary),
      ]
    }
    let parameters = Table(["key", "default", "accepts", "meaning"], rows)
    if isJSON {
      let facts: JSONValue = [
        "name": .string(item.name), "kind": "template", "summary": .string(item.summary),
        "file": .string(item.file), "theme": .string(item.defaultTheme),
        "plugins": .array(item.plugins.map(JSONValue.string)), "parameters": parameters.json,
      ]
      return facts.text(pretty: true)
    }
    let head = """
      \(item.name) (template): \(item.summary)
        file: \(item.file)
        theme: \(item.defaultTheme)
        plugins: \(item.plugins.joined(separator: ", "))
      """
    let offered =
      rows.isEmpty
      ? [] : ["Template parameters, for --set KEY=VALUE:\n\n" + parameters.text]
    let plugins = item.plugins.compactMap(known.plugin).map { PluginWriter($0).text(json: false) }
    return ([head] + offered + plugins).joined(separator: "\n\n")
  }

  package func text(
    theme name: String, on device: Device, as variant: ThemeVariant?
  ) throws(RenderError) -> String {
    let item = try designs.theme(name)
    let rows: [[Table.Cell]] = try designs.tokens(of: name, on: device, as: variant).map { entry in
      [
        .text(entry.key), .text(entry.value), .text(entry.origin.map(shortened) ?? "default"),
        .text(entry.summary),
      ]
    }
    let tokens = Table(["token", "value", "set in", "meaning"], rows)
    let looks = item.looks.map(\.rawValue)
    if isJSON {
      let facts: JSONValue = [
        "name": .string(item.name), "kind": "theme", "summary": .string(item.summary),
        "files": .array(item.files.map(JSONValue.string)),
        "background": .string(item.background), "looks": .array(looks.map(JSONValue.string)),
        "credits": .array(item.credits.map(JSONValue.string)), "device": .string(device.id),
        "variant": variant.map { .string($0.rawValue) } ?? .null, "tokens": tokens.json,
      ]
      return facts.text(pretty: true)
    }
    var head = ["\(item.name) (theme): \(item.summary)", "  file: \(item.files[0])"]
    for file in item.files.dropFirst() { head.append("  extends: \(file)") }
    head.append("  background: \(item.background)")
    head.append("  looks: " + looks.joined(separator: ", "))
    for credit in item.credits { head.append("  credits: \(credit)") }
    let shown = "On \(device.id)" + (variant.map { ", \($0.rawValue)" } ?? "") + ":"
    return head.joined(separator: "\n") + "\n\n\(shown)\n\n" + tokens.text
  }

  /// The origin without its folder, such as `midnight.json:12`; the paths are listed above it.
  private func shortened(_ origin: Origin) -> String {
    guard let name = origin.file?.split(separator: "/").last else { return "\(origin)" }
    return origin.line.map { "\(name):\($0)" } ?? String(name)
  }
}
