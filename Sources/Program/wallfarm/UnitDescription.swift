import RenderFarm
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Describes a unit as text or JSON, without the text of its notes.
struct UnitDescription {
  private let row: UnitRow
  private let key: SecretKey?

  init(_ row: UnitRow, key: SecretKey?) { (self.row, self.key) = (row, key) }

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "unit": .string(row.spec.id), "state": .string(row.state.rawValue),
      "output": .string(row.spec.output), "priority": .number(Double(row.spec.priority)),
      "failures": .number(Double(row.failures)), "leases": .number(Double(row.token)),
      "digest": .string(row.spec.digest), "job": .object(row.publicJob(key: key)),
    ]
    if let error = row.error, row.state != .done {
      members["error"] = error.json
    }
    if let receipt = row.receipt, let node = try? JSONNode(parsing: receipt) {
      members["receipt"] = node.plain
    }
    if let milliseconds = row.milliseconds {
      members["milliseconds"] = .number(Double(milliseconds))
    }
    return .object(members)
  }

  var text: String {
    var lines = [
      "\(row.spec.id)  \(row.state.rawValue)", "  output: \(row.spec.output)",
      "  priority: \(row.spec.priority), failures: \(row.failures), leases: \(row.token)",
    ]
    if key == nil, PayloadSeal.isSealed(row.spec.payload) {
      lines.append("  to show the content, add the farm's key with --key")
    }
    for (key, value) in row.publicJob(key: key).sorted(by: { $0.key < $1.key }) {
      let shown: String =
        if case .string(let text) = value { text } else { value.text(pretty: false) }
      lines.append("  \(key): \(shown)")
    }
    if let milliseconds = row.milliseconds { lines.append("  took: \(milliseconds) ms") }
    if let receipt = row.receipt, let node = try? JSONNode(parsing: receipt) {
      lines.append("  sha256: \(node["sha256"]?.string ?? "")")
    }
    if let error = row.error, row.state != .done {
      lines += ["  last error:", error.description]
    }
    return lines.joined(separator: "\n")
  }
}
