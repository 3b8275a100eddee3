import PluginHost
import SourceJSON
package import WallfarmPluginKit

/// Describes a plugin as text or in the form of plugin.json.
package struct PluginWriter {
  private let description: PluginDescription

  package init(_ plugin: any RegisteredPlugin) { description = plugin.description }

  package init(_ description: PluginDescription) { self.description = description }

  package func text(json: Bool) -> String { json ? self.json.text(pretty: true) : table }

  private var json: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(description.id), "version": .number(Double(description.version)),
      "kind": .string(description.kind.rawValue), "summary": .string(description.summary),
      "parameters": .array(description.schema.parameters.map(\.form)),
    ]
    if let precision = description.timePrecision { members["time"] = .string(precision.rawValue) }
    if description.movesInFilms { members["moves"] = .bool(true) }
    if description.kind == .layout || !uses.isEmpty {
      members["content"] = .array(uses.map(\.form))
    }
    return .object(members)
  }

  /// The declared content; a background's default declaration of plain notes is omitted.
  private var uses: [ContentUse] {
    description.content.filter { description.kind == .layout || $0 != .plainNotes }
  }

  /// The declared content as a sentence.
  private var shown: String {
    guard description.kind == .layout || !uses.isEmpty else { return "" }
    let uses = uses.map { use -> String in
      let all = Set(use.kind.fields.map(\.key))
      let fields = use.fields == all ? "" : " (\(use.keys.joined(separator: ", ")))"
      return use.kind.rawValue + fields + (use.isNeeded ? ", required" : "")
    }
    let condition = description.timeUse == .whereNotesAreDue ? " if notes have due dates" : ""
    let time =
      description.timePrecision.map {
        " It depends on the time, to the \($0.rawValue)\(condition)."
      } ?? ""
    let what = uses.isEmpty ? "no content" : uses.joined(separator: "; ")
    return "It shows \(what).\(time)\n\n"
  }

  private var table: String {
    let rows: [[Table.Cell]] = description.schema.parameters.map { parameter in
      [
        .text(parameter.key), .text(parameter.defaultValue.text(pretty: false)),
        .text(parameter.kind.accepted), .text(parameter.summary),
      ]
    }
    let id = description.id
    var text = "\(id) (\(description.kind.rawValue) plugin, version \(description.version)): "
    text += description.summary + "\n\n" + shown
    guard !rows.isEmpty else { return text + "The plugin has no parameters." }
    return text + Table(["key", "default", "accepts", "meaning"], rows).text
      + "\n\nSet a parameter with --set \(id).KEY=VALUE, or KEY=VALUE if it is unambiguous."
  }
}
