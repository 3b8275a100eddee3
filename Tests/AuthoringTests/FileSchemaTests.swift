import BuiltInPlugins
import Designs
import Files
import Foundation
import Graphics
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

@testable import Authoring

/// The published schemas of themes and templates, validated by python-jsonschema.
@Suite struct FileSchemaTests {
  static let kinds = ["theme", "template"]
  static let published = kinds + ["content"]

  private static func schema(_ kind: String) -> JSONValue {
    let schemas = FileSchemas(plugins: .builtIn)
    return switch kind {
    case "theme": schemas.theme
    case "content": schemas.content
    default: schemas.template
    }
  }

  @Test(arguments: published) func thePublishedSchemaIsMadeFromTheCode(_ kind: String) throws {
    let path = "\(Workspace.root)/docs/\(kind).schema.json"
    let published = try String(contentsOfFile: path, encoding: .utf8)
    let isSame = published == Self.schema(kind).text(pretty: true) + "\n"
    #expect(isSame, "renew it: wallfarm schema \(kind) > docs/\(kind).schema.json")
  }

  @Test(arguments: kinds) func everyFileThatShipsIsAccepted(_ kind: String) throws {
    let files = ShippedFiles.all.filter { $0.hasSuffix("template.json") == (kind == "template") }
    #expect(files.count >= 4)
    // Python's parser accepts no comments, so it receives our parsed JSON.
    let texts = try files.map { file in
      try JSONNode(parsing: String(contentsOfFile: "\(Workspace.root)/\(file)", encoding: .utf8))
        .plain.text(pretty: true)
    }
    let verdicts = try Self.verdicts(on: texts, kind)
    for (file, verdict) in zip(files, verdicts) { #expect(verdict == "accepted", "\(file)") }
  }

  /// Errors that a schema cannot express: missing fonts and photos, and invalid references.
  static let beyondSchemas: Set<ErrorCode> = [
    .unknownFont, .unknownTheme, .photoUnreadable, .unknownToken, .invalidParameter, .invalidJSON,
  ]

  @Test(arguments: kinds) func whatASchemaCanRejectIsRejected(_ kind: String) throws {
    let files = BrokenFile.all.filter { $0.kind == kind }
    let verdicts = try Self.verdicts(on: files.map(\.text), kind)
    var rejected = 0
    for (file, verdict) in zip(files, verdicts) where verdict != "no JSON" {
      if verdict == "rejected" { rejected += 1 }
      let isBeyond = file.problems.allSatisfy { problem in
        Self.beyondSchemas.contains(problem.code) || problem.message.contains("a circle of tokens")
      }
      #expect(isBeyond || verdict == "rejected", "\(file.testDescription): \(file.text)")
    }
    #expect(rejected >= 7, "\(rejected) of \(files.count)")
  }

  /// Messages of further errors that a schema cannot express.
  private static let beyondInWords = [
    "refer to each other", "leads through", "is true on no device", "and 'sizes.smallest' is",
    "extend each other", "extend one another", "no colour function", "functions within each other",
    "share", "is more than 100%", "is less than 0%", "there is too", "is no colour",
    "unknown-font", "unknown-theme", "unknown-token", "unknown-device", "photo-", "contrast-",
    "which accept different values", "is larger than", "file-unreadable", "path-", "larger one",
    "and '$", "unknown-parameter]: the template", "has no text", "control characters",
    "a colour's name", "comes after", "invalid-json]", "cannot be 400", "'bluish'", "cannot be 40:",
    "'min-size' cannot be 100",
  ]

  /// The schema rejects every broken file that it can detect, and no file with only warnings.
  @Test(arguments: kinds) func theBrokenFilesAreRejected(_ kind: String) throws {
    let root = "\(Workspace.root)/Tests/AuthoringTests/Broken"
    let manager = FileManager.default
    let names = try manager.contentsOfDirectory(atPath: root).filter { name in
      kind == "theme"
        ? name.hasSuffix(".json") : manager.fileExists(atPath: "\(root)/\(name)/template.json")
    }.sorted()
    var files: [(name: String, text: String, said: String)] = []
    for name in names {
      let isFile = name.hasSuffix(".json")
      let path = "\(root)/\(name)" + (isFile ? "" : "/template.json")
      let expected = isFile ? "\(name.dropLast(5)).txt" : "\(name)/expected.txt"
      let said = try String(contentsOfFile: "\(root)/\(expected)", encoding: .utf8)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      // Files that cannot be parsed are not given to the schema.
      guard said.hasSuffix("(\(kind))\n"), let node = try? JSONNode(parsing: Array(bytes)) else {
        continue
      }
      files.append((name, node.plain.text(pretty: true), said))
    }
    let verdicts = try Self.verdicts(on: files.map(\.text), kind)
    var rejected = 0
    for (file, verdict) in zip(files, verdicts) {
      if verdict == "rejected" { rejected += 1 }
      let errors = file.said.split(separator: "\n").filter { $0.hasPrefix("error[") }
      let isBeyond = errors.allSatisfy { line in
        Self.beyondInWords.contains { line.contains($0) }
      }
      #expect(isBeyond || verdict == "rejected", "\(file.name): \(errors)")
      #expect(!errors.isEmpty || verdict == "accepted", "\(file.name) has no mistake")
    }
    #expect(rejected >= (kind == "theme" ? 50 : 12), "\(rejected) of \(files.count)")
  }

  /// `accepted`, `rejected` or `no JSON` for each text.
  private static func verdicts(on texts: [String], _ kind: String) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(schema(kind).text(pretty: false), to: "schema.json")
    for (index, text) in texts.enumerated() { try folder.write(text, to: "\(index).json") }
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1] + '/schema.json'))
      jsonschema.Draft202012Validator.check_schema(schema)
      judge = jsonschema.Draft202012Validator(schema)
      for index in range(int(sys.argv[2])):
          try:
              value = json.load(open(f'{sys.argv[1]}/{index}.json'))
              print('accepted' if judge.is_valid(value) else 'rejected')
          except ValueError:
              print('no JSON')
      """
    let found = Tool.run(
      "/usr/bin/python3", ["-c", script, folder.path, "\(texts.count)"], withErrors: true)
    try #require(found.status == 0, "\(found.text)")
    return found.text.split(separator: "\n").map(String.init)
  }
}
