import BuiltInPlugins
import Files
import Foundation
import PluginHost
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite struct ManifestSchemaTests {
  @Test func thePublishedSchemaIsThatOfTheProgram() throws {
    let published = try String(
      contentsOfFile: "\(Workspace.root)/docs/plugin.schema.json", encoding: .utf8)
    #expect(published == ManifestSchema.schema.text(pretty: true) + "\n")
  }

  /// An independent validator, python-jsonschema, agrees with the reader.
  @Test func theSchemaAcceptsWhatTheReaderAccepts() throws {
    let folder = try TemporaryFolder()
    let root = Workspace.root
    var files = ["beads", "rings", "poster"].map { "\(root)/Plugins/Examples/\($0)/plugin.json" }
    for plugin in PluginRegistry.builtIn.all {
      let manifest = PluginFolder.manifest(
        plugin.id,
        [
          "kind": .string(plugin.description.kind.rawValue),
          "parameters": .array(plugin.schema.parameters.map(\.form)),
        ])
      files.append(try folder.write(manifest.text(pretty: true), to: "\(plugin.id).json"))
    }
    #expect(try judge(files, in: folder) == Array(repeating: true, count: files.count))
  }

  @Test func theSchemaRejectsWhatTheReaderRejects() throws {
    let folder = try TemporaryFolder()
    // The schema cannot express that a file must exist or that values depend on each other.
    let seen: Set<ErrorCode> = [.invalidValue, .unknownKey, .pluginTooNew]
    let blind = [
      "a default out of range", "a range that is empty", "two parameters of one key",
      "a name of two lines", "a layout of pixels", "a kind twice",
    ]
    let cases = ManifestTests.cases.filter { seen.contains($0.code) && !blind.contains($0.name) }
    let files = try cases.enumerated().map { index, wrong in
      try folder.write(
        PluginFolder.manifest("quote", wrong.changes).text(pretty: true), to: "\(index).json")
    }
    let verdicts = try judge(files, in: folder)
    for (wrong, isGood) in zip(cases, verdicts) { #expect(!isGood, "\(wrong.name)") }
  }

  private func judge(_ files: [String], in folder: TemporaryFolder) throws -> [Bool] {
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      judge = jsonschema.Draft202012Validator(schema)
      for name in sys.argv[2:]:
          print(judge.is_valid(json.load(open(name))))
      """
    let schema = "\(Workspace.root)/docs/plugin.schema.json"
    let said = try #require(
      Tool.output(of: "/usr/bin/python3", ["-c", script, schema] + files))
    return said.split(separator: "\n").map { $0 == "True" }
  }
}
