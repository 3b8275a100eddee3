import Foundation
import Testing
import WallfarmTesting

/// Messages are for people, so no code depends on their text.
@Suite struct SourceRuleTests {
  /// Patterns that match code that uses a message, a hint or the text of an origin.
  private static let readings = [
    #"\.(message|hint|also)\??\.(has(Pre|Suf)fix|contains|starts|replacing|split|first|range|"#
      + #"wholeMatch|drop|prefix|suffix)"#,
    #"\.(message|hint|also|description)\)? *(==|!=|~=) "#,
    #"switch [a-z.]*\.(message|hint|also)\b"#,
    #"origin\??(\.description)?\)?\??\.(has(Pre|Suf)fix|contains|split)\b"#,
  ].joined(separator: "|")

  /// Files that may read messages: a helper process can report a failure only on standard error,
  /// which its host reads.
  private static let readers = ["RenderError+Told.swift"]

  /// The Swift files of the product.
  private static func sources() throws -> [URL] {
    let folder = URL(fileURLWithPath: Workspace.root + "/Sources")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  @Test func noCodeReadsASentence() throws {
    var count = 0
    for file in try Self.sources() {
      guard !Self.readers.contains(file.lastPathComponent) else { continue }
      count += 1
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      for line in lines where Self.reads(line) {
        Issue.record("\(file.lastPathComponent) reads a sentence: \(line)")
      }
    }
    #expect(count > 400)
  }

  /// A lock whose value is a closure wraps the closure once more at each access, until a call
  /// overflows the stack; the closure must be in a structure.
  @Test func noLockHoldsAClosure() throws {
    var count = 0
    for file in try Self.sources() {
      let text = try String(contentsOf: file, encoding: .utf8)
      count += text.split(separator: "Mutex<", omittingEmptySubsequences: false).count - 1
      #expect(
        text.firstMatch(of: #/Mutex<\(?(@Sendable|@escaping|\([^)]*\) *(throws[^>]*)?->)/#) == nil,
        "\(file.lastPathComponent)")
    }
    #expect(count > 20)
  }

  @Test(arguments: [
    #"if error.message.hasPrefix("the palette") {"#, #"problem.hint?.replacing("a", with: "b")"#,
    #"guard error.hint == Self.damageHint else {"#, #"error.origin?.hasPrefix("--") == true"#,
    "switch error.message {", #"error.origin?.description == "--theme""#,
  ])
  func readingOneIsFound(_ line: String) {
    #expect(Self.reads(line[...]))
  }

  /// Unclear words, each with a plain replacement.
  private static let riddles = [
    "whoever": "the caller, the person who", "nobody knows": "it is unknown",
    "without a word": "silently", "mend": "repair", "mended": "repaired",
  ]

  @Test(arguments: ["Sources", "Plugins", "docs", "README.md", "ARCHITECTURE.md", "CHANGELOG.md"])
  func commentsAndDocumentsUsePlainWords(_ place: String) throws {
    let root = Workspace.root + "/" + place
    let inside = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    let files = (inside.isEmpty ? [root] : inside.map { "\(root)/\($0)" })
      .filter { file in [".swift", ".c", ".h", ".md", ".html"].contains(where: file.hasSuffix) }
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      for (word, other) in Self.riddles {
        let found = text.range(
          of: #"\b\#(word)\b"#, options: [.regularExpression, .caseInsensitive])
        #expect(found == nil, "\(file) has '\(word)': write '\(other)'")
      }
    }
  }

  private static func reads(_ line: Substring) -> Bool {
    !line.drop { $0 == " " }.hasPrefix("//")
      && line.range(of: readings, options: .regularExpression) != nil
  }
}
