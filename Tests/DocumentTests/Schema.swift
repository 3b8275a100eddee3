import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Validates texts with python-jsonschema.
enum Schema {
  /// Returns whether a published schema accepts each text.
  ///
  /// A single process validates all texts, because starting the process takes most of the time.
  static func judge(_ texts: [String], by path: String) throws -> [Bool] {
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      judge = jsonschema.Draft202012Validator(schema)
      print(json.dumps([judge.is_valid(json.loads(text)) for text in sys.argv[2:]]))
      """
    let found = Tool.run(
      "/usr/bin/python3", ["-c", script, Document.file(path)] + texts, withErrors: true)
    try #require(found.status == 0, "\(found.text)")
    return try JSONNode(parsing: found.text).elements?.map { $0.bool == true } ?? []
  }

  /// Checks that a published schema accepts the valid texts and rejects the others.
  static func expectAgreement(
    _ cases: [(String, Bool)], by path: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let accepted = try judge(cases.map { $0.0 }, by: path)
    #expect(accepted.count == cases.count, sourceLocation: sourceLocation)
    for ((text, isSound), isAccepted) in zip(cases, accepted) {
      #expect(isAccepted == isSound, "\(text)", sourceLocation: sourceLocation)
    }
  }
}
