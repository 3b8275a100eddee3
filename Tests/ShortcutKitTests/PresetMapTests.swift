import Authoring
import BuiltInPlugins
import Foundation
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests how preset map files are read: the position of each error, and the schema.
@Suite struct PresetMapTests {
  private static let a = "https://www.icloud.com/shortcuts/" + String(repeating: "a", count: 32)
  private static let b = "https://www.icloud.com/shortcuts/" + String(repeating: "b", count: 32)
  private static let head =
    "{\"format\": 1, \"name\": \"W {preset}\", \"general\": {\"link\": \"\(a)\", \"name\": \"W\"}"

  /// The text of a file, the expected errors, and whether the schema detects them.
  static let broken: [(text: String, said: [String], schema: Bool)] = [
    ("[]", ["a map of presets cannot be a list: expected an object"], true),
    ("{}", ["needs the key 'format'", "needs the key 'name'", "needs the key 'general'"], true),
    (head.replacing("1,", with: "2,") + "}", ["has format 2"], true),
    (head.replacing(" {preset}", with: "") + "}", ["'name' does not contain {preset}"], true),
    (head + ", \"preset\": {}}", ["has no key 'preset'"], true),
    (head + ", \"presets\": []}", ["'presets' cannot be a list"], true),
    (head + ", \"presets\": {\"21\": null}}", ["'21' is not a preset"], true),
    (head + ", \"presets\": {\"0\": null, \"x\": null}}", ["'0' is", "'x' is"], true),
    (head + ", \"presets\": {\"03\": null}}", ["'03' is not a plain preset number"], true),
    (head + ", \"presets\": {\"1\": 5}}", ["preset 1 cannot be 5: expected a link"], true),
    (head + ", \"presets\": {\"1\": \"x\"}}", ["'x' is not a shortcut link"], true),
    (head + ", \"presets\": {\"1\": {\"name\": \"x\"}}}", ["needs the key 'link'"], true),
    (head + ", \"presets\": {\"1\": {\"link\": \"\(b)\", \"nam\": \"x\"}}}", ["key 'nam'"], true),
    (
      head + ", \"presets\": {\"1\": {\"link\": \"\(b)\", \"name\": \" \"}}}", ["the name of"], true
    ),
    (
      head + ", \"presets\": {\"1\": \"\(a)\"}}", ["preset 1 has the same link as 'general'"], false
    ),
    (
      head + ", \"presets\": {\"1\": \"\(b)\", \"2\": \"\(b)\"}}",
      ["preset 2 has the same link as preset 1"], false
    ),
    (
      head + ", \"presets\": {\"1\": {\"link\": \"\(b)\", \"name\": \"W\"}}}",
      ["preset 1 has the same name as 'general': 'W'"], false
    ),
    (
      "{\"format\": 1, \"name\": \"W {preset}\", \"general\": \"\(a)\"}",
      ["'general' cannot be", "expected an object with"].suffix(1).map { $0 }, true
    ),
    (
      "{\"format\": 1, \"name\": \"W {preset}\", \"general\": null}",
      ["'general' cannot be null: expected a link"], true
    ),
  ]

  @Test func everyMistakeIsTold() throws {
    for (text, said, _) in Self.broken {
      let node = try JSONNode(parsing: text)
      let problems = PresetMap.read(node, file: "shortcuts.json").problems
      #expect(problems.count == said.count, "\(text): \(problems)")
      for (problem, part) in zip(problems, said) {
        #expect(problem.message.contains(part), "\(text): \(problem)")
        #expect(problem.origin?.description.hasPrefix("shortcuts.json:1:") == true)
        #expect(problem.hint != nil || part.contains("cannot be"), "\(text)")
      }
    }
  }

  @Test func checkKnowsTheFile() throws {
    let folder = try TemporaryFolder()
    let checker = FileChecker(
      installation: Workspace.installation, plugins: .builtIn, fontFamilies: [])
    let shipped = checker.check(Workspace.root + "/Templates/shortcuts.json")
    #expect(shipped.kind == "shortcuts" && shipped.problems == [])
    let report = checker.check(
      try folder.write(Self.broken[7].text.utf8, to: "mine.json"))
    #expect(report.kind == "shortcuts" && report.problems.count == 2)
  }

  @Test func theSchemaIsThatOfTheCodeAndJudgesAlike() throws {
    let schema = FileSchemas(plugins: .builtIn).shortcuts
    let published = try String(
      contentsOfFile: Workspace.root + "/docs/shortcuts.schema.json", encoding: .utf8)
    let isSame = published == schema.text(pretty: true) + "\n"
    #expect(isSame, "run 'make record'")
    let shipped = try JSONNode(
      parsing: String(
        contentsOfFile: Workspace.root + "/Templates/shortcuts.json", encoding: .utf8)
    ).plain.text(pretty: true)
    let good = [
      shipped, Self.head + "}",
      Self.head + ", \"presets\": {\"1\": \"\(Self.b)\", \"20\": {\"link\": null}}}",
    ]
    for text in good {
      #expect(PresetMap.read(try JSONNode(parsing: text), file: "f").problems == [], "\(text)")
    }
    let folder = try TemporaryFolder()
    try folder.write(schema.text(pretty: true).utf8, to: "schema.json")
    let all = good + Self.broken.map(\.text)
    for (index, text) in all.enumerated() { try folder.write(text.utf8, to: "\(index).json") }
    let script = """
      import json, sys, jsonschema
      judge = jsonschema.Draft202012Validator(json.load(open(sys.argv[1] + '/schema.json')))
      for index in range(int(sys.argv[2])):
          print(judge.is_valid(json.load(open(f'{sys.argv[1]}/{index}.json'))))
      """
    let found = Tool.run(
      "/usr/bin/python3", ["-c", script, folder.path, "\(all.count)"], withErrors: true)
    let expected = good.map { _ in "True" } + Self.broken.map { $0.schema ? "False" : "True" }
    #expect(found.text.split(separator: "\n").map(String.init) == expected, "\(found.text)")
  }
}
