internal import PluginHost
package import SourceJSON
package import WallfarmPluginKit

/// Describes a plugin as text or in the format of `plugin.json`.
package struct PluginWriter {
  private let description: PluginDescription

  package init(_ plugin: any RegisteredPlugin) { description = plugin.description }

  package init(_ description: PluginDescription) { self.description = description }

  package func text(json: Bool) -> String { json ? self.json.text(pretty: true) : table }

  /// The description in the format of `plugin.json`.
  package var json: JSONValue {
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

  /// The declared content, without the plain notes that every background declares by default.
  private var uses: [ContentUse] {
    description.content.filter { description.kind == .layout || $0 != .plainNotes }
  }

  /// Sentences that state which content the plugin shows and how often its picture changes over
  /// time.
  private var shown: String {
    guard description.kind == .layout || !uses.isEmpty else { return "" }
    func list(_ uses: [ContentUse]) -> String {
      let kinds = uses.map { use -> String in
        let all = Set(use.kind.fields.map(\.key))
        return use.kind.rawValue
          + (use.fields == all ? "" : " (\(use.keys.joined(separator: ", ")))")
      }
      return [kinds.dropLast().joined(separator: ", "), kinds.last ?? ""]
        .filter { !$0.isEmpty }.joined(separator: " and ")
    }
    let (needed, others) = (uses.filter(\.isNeeded), uses.filter { !$0.isNeeded })
    var sentences = uses.isEmpty ? ["Shows no content."] : []
    if !needed.isEmpty { sentences.append("Requires \(list(needed)).") }
    if !others.isEmpty {
      sentences.append("\(needed.isEmpty ? "Shows" : "Also shows") \(list(others)).")
    }
    let condition = description.timeUse == .whereNotesAreDue ? " if notes have due dates" : ""
    if let precision = description.timePrecision {
      let article = precision == .hour ? "an" : "a"
      sentences.append("Changes at most once \(article) \(precision.rawValue)\(condition).")
    }
    return sentences.joined(separator: " ") + "\n\n"
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
    guard !rows.isEmpty else { return text + "This plugin has no parameters." }
    return text + Table(["key", "default", "accepts", "meaning"], rows).text
      + "\n\nSet a parameter with --set \(id).KEY=VALUE, or KEY=VALUE if it is unambiguous."
  }
}
