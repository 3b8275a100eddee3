import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Compares the parser with Python's json module, if Python is installed.
@Suite(.enabled(if: Python.isThere, "needs python3")) struct PythonComparisonTests {
  @Test func pythonReadsTheSameValuesFromRandomDocuments() throws {
    var random = RandomJSON()
    let texts = (0..<500).map { _ in random.spelling(of: random.value()) }

    for (text, theirs) in zip(texts, try Python.read(texts)) {
      let ours = try JSONNode(parsing: text, dialect: .strict).plain
      let other = try theirs.map { try JSONNode(parsing: $0, dialect: .strict).plain }
      #expect(ours == other, "seed \(random.generator.seed): \(text.debugDescription)")
    }
  }

  @Test func pythonRefusesTheSameDocumentsAfterARandomChange() throws {
    var random = RandomJSON()
    let texts = (0..<3000).map { _ in random.changed(random.spelling(of: random.value(depth: 2))) }

    for (text, theirs) in zip(texts, try Python.read(texts)) {
      let error = mistake(in: text, dialect: .strict)
      #expect(
        (error == nil) == (theirs != nil),
        "seed \(random.generator.seed): \(text.debugDescription): \(error ?? "accepted")")
    }
  }
}

private enum Python {
  /// A script that reads texts, given as byte arrays, and rejects input that RFC 8259 leaves to the
  /// implementation.
  private static let script = #"""
    import json, math, sys

    def finite(text):
        number = float(text)
        if math.isinf(number): raise ValueError("too large")
        return number

    def once(pairs):
        if len(dict(pairs)) < len(pairs): raise ValueError("duplicate key")
        return dict(pairs)

    def refuse(word): raise ValueError(word)

    def read(data):
        try:
            value = json.loads(bytes(data).decode("utf-8"), parse_float=finite, parse_int=finite,
                               parse_constant=refuse, object_pairs_hook=once)
            json.dumps(value, ensure_ascii=False).encode("utf-8")
            return json.dumps(value)
        except ValueError:
            return None

    json.dump([read(data) for data in json.load(open(sys.argv[1]))], open(sys.argv[2], "w"))
    """#

  static let isThere = Tool.output(of: "python3", ["-c", "import json"]) != nil

  /// Returns Python's output for each text, or `nil` for a text that Python could not read.
  static func read(_ texts: [String]) throws -> [String?] {
    let folder = try TemporaryFolder()
    let asked = try folder.write(
      try JSONEncoder().encode(texts.map { Array($0.utf8) }), to: "asked.json")
    #expect(
      Tool.output(of: "python3", ["-c", script, asked, folder.file("answered.json")]) != nil)
    return try JSONDecoder().decode([String?].self, from: Data(try folder.bytes("answered.json")))
  }
}
