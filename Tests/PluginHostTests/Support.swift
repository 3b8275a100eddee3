import Foundation
import PluginHost
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A folder with plugins and templates that use them.
struct PluginFolder {
  let folder: TemporaryFolder
  /// The value for `--plugins`.
  var plugins: String { folder.file("plugins") }

  init() throws { folder = try TemporaryFolder() }

  init(folder: TemporaryFolder) { self.folder = folder }

  /// Writes a plugin.json file that contains the minimal manifest with changes.
  @discardableResult
  func write(
    _ id: String, in name: String? = nil, _ changes: [String: JSONValue?] = [:]
  ) throws -> String {
    let path = "plugins/\(name ?? id)"
    try folder.write(
      PluginFolder.manifest(id, changes).text(pretty: true), to: path + "/plugin.json")
    return folder.file(path)
  }

  /// Returns the minimal manifest of a Python layout, with the given changes.
  static func manifest(_ id: String, _ changes: [String: JSONValue?] = [:]) -> JSONValue {
    var members: [String: JSONValue] = [
      "format": 1, "contract": 1, "id": .string(id), "name": "A plugin", "version": 1,
      "kind": "layout", "summary": "For the tests.", "author": "wallfarm", "licence": "MIT",
      "carrier": ["program": "plugin.py", "runner": "python3"], "parameters": [],
    ]
    for (key, value) in changes { members[key] = value }
    return .object(members)
  }

  /// Writes a template that uses only the given plugin.
  func writeTemplate(_ id: String, kind: String, to name: String) throws {
    let use: JSONValue = ["plugin": .string(id)]
    let template: JSONValue = [
      "format": 1, "summary": "For the tests.", "theme": "midnight",
      "background": kind == "background" ? use : "theme",
      "layouts": kind == "layout" ? [use] : [],
    ]
    try folder.write(template.text(pretty: true), to: name + "/template.json")
  }
}

extension JSONNode {
  /// Parses the JSON file at a path relative to the root of the project.
  init(project path: String) throws {
    try self.init(
      parsing: String(contentsOfFile: "\(Workspace.root)/\(path)", encoding: .utf8))
  }
}
