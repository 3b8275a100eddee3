import Authoring
import BuiltInPlugins
import Designs
import Files
import Foundation
import Graphics
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

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
    #expect(isSame, "run 'make record'")
  }

  @Test(arguments: kinds) func everyFileThatShipsIsAccepted(_ kind: String) throws {
    let files = ShippedFiles.all.filter { $0.hasSuffix("template.json") == (kind == "template") }
    #expect(files.count >= 4)
    // Python's parser does not accept comments, so it receives the parsed JSON.
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
      let isBeyond = file.problems.allSatisfy { Self.beyondSchemas.contains($0.code) }
      #expect(isBeyond || verdict == "rejected", "\(file.testDescription): \(file.text)")
    }
    #expect(rejected >= 7, "\(rejected) of \(files.count)")
  }

  /// The codes of errors in broken files that a schema cannot detect.
  private static let beyondByCode: Set<String> = [
    "contrast-unreachable", "photo-format", "photo-unreadable", "unknown-font", "unknown-theme",
    "unknown-token",
  ]

  /// Broken files that the schema accepts, for example because their errors concern the relation
  /// between several values.
  private static let beyondByName: Set<String> = [
    "colour-function-nested-too-deep.json", "colour-function-over-100.json",
    "colour-function-with-unknown-colours.json", "colour-function-without-percent.json",
    "extends-a-photo.json", "extends-chain-too-long.json", "extends-circle.json",
    "extends-itself.json", "extends-with-circle-from-base.json", "override-contradicts-itself.json",
    "palette-circle.json", "sizes-crowded-and-larger.json", "sizes-the-wrong-way-round.json",
    "stops-fall.json", "stops-with-misspelt-colour.json", "template-parameter-default-wrong",
    "template-parameter-misspelt", "template-parameter-of-two-kinds",
    "template-parameter-of-two-ranges", "template-parameter-unknown", "template-when-contradicts",
    "token-chain-too-long.json", "token-circle-through-default.json",
    "token-circle-through-palette.json", "token-circle-through-variant.json",
    "token-circle-with-itself.json", "token-circle.json",
  ]

  /// The schema rejects every file whose errors it can detect, and accepts every file that has only
  /// warnings.
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
      // Files that cannot be parsed are not validated with the schema.
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
      let isBeyond = errors.allSatisfy {
        Self.beyondByCode.contains(String($0.dropFirst(6).prefix { $0 != "]" }))
      }
      if Self.beyondByName.contains(file.name) {
        #expect(verdict == "accepted", "\(file.name) needs no exception")
      } else {
        #expect(isBeyond || verdict == "rejected", "\(file.name): \(errors)")
      }
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
