import Foundation
import Hyphenation
import Testing
import WallfarmTesting

/// The program and libhyphen hyphenate random words identically.
@Suite(.serialized) struct LibhyphenTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func judge() throws -> String {
    let program = folder.file("judge")
    let built = Tool.run(
      "gcc",
      ["-O1", "-o", program, Workspace.root + "/Tests/HyphenationTests/judge.c", "-lhyphen"],
      withErrors: true)
    try #require(built.status == 0, "\(built.text)")
    return program
  }

  /// Returns random words that are made from the letter sequences in the patterns.
  private func words(_ text: String, _ random: inout SeededGenerator) -> [String] {
    let pieces = text.split(separator: "\n").dropFirst(40).map { line in
      String(line.prefix { $0 != "/" }.filter(\.isLetter))
    }.filter { !$0.isEmpty && $0 == $0.lowercased() }
    return (0..<200).map { _ in
      var word = ""
      while word.unicodeScalars.count < 9 { word += pieces.randomElement(using: &random) ?? "e" }
      return word
    }
  }

  @Test func eachLanguageIsDividedAsLibhyphenDoes() throws {
    let judge = try judge()
    var random = SeededGenerator()
    for name in HyphenatorTests.names {
      let file = "\(HyphenatorTests.folder)/\(name)"
      let set = try #require(Tool.output(of: "sh", ["-c", "head -1 '\(file)' | tr -d '\\r \\n'"]))
      let text = try #require(Tool.output(of: "iconv", ["-f", set, "-t", "UTF-8", file]))
      let words = words(text, &random)
      try folder.write(words.joined(separator: "\n") + "\n", to: "words")
      let said = try #require(
        Tool.output(
          of: "sh",
          ["-c", "iconv -f UTF-8 -t \(set) '\(folder.file("words"))' | '\(judge)' '\(file)'"]))
      let theirs = said.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.split(separator: " ").compactMap { Int($0) }
      }
      let tag = name.dropFirst("hyph_".count).dropLast(".dic".count).map {
        $0 == "_" ? "-" : String($0)
      }.joined()
      let hyphenator = Hyphenator(folder: HyphenatorTests.folder, names: [name])
      var wrong: [String] = []
      for (word, theirs) in zip(words, theirs) {
        let ours = try hyphenator.places(in: word, language: tag)
        if ours != theirs.filter({ (3...word.unicodeScalars.count - 3).contains($0) }) {
          wrong.append("\(word): \(ours), libhyphen \(theirs)")
        }
      }
      #expect(theirs.count >= words.count)
      #expect(wrong.isEmpty, "seed \(random.seed), \(tag): \(wrong.count) \(wrong.prefix(4))")
    }
  }
}
