import Foundation
import Testing

/// Options in the text of the documents exist, as do options in their code blocks.
@Suite struct InlineOptionTests {
  /// Options of other programs, and an addition to `--version`.
  private static let foreign: Set = [
    "--filter", "--init", "--memory", "--stop-timeout", "--test", "--verbose",
  ]
  /// Older names of options, which are not in the manual.
  private static let aliases: Set = ["--out"]
  /// The verb to which options belong if a document mentions them without a verb.
  private static let verbs = ["docs/serve.md": "serve"]

  /// The options of each verb; the options of all verbs are under the empty name.
  private static let known: [String: Set<String>] = {
    let program = buildFolder.appendingPathComponent("wallfarm").path
    var (known, verb): ([String: Set<String>], String) = ([:], "")
    for line in run(program, ["manual"]).text.replacing("\\-", with: "-").split(separator: "\n") {
      if let section = line.firstMatch(of: #/^\.SS "wallfarm (.+)"$/#) {
        verb = String(section.1)
        known[verb] = []
      } else if line.hasPrefix("\\fB-") {
        known[verb, default: []].formUnion(options(in: line.replacing("\\fB", with: " ")))
      }
    }
    return known
  }()

  private static func options(in text: some StringProtocol) -> [String] {
    String(text).matches(of: #/(?:^|[^-\w])(--[a-z][a-z-]*)/#).map { String($0.1) }
  }

  /// The options that a code fragment may contain.
  private static func allowed(in code: String, of path: String) -> Set<String> {
    let words = code.split(separator: " ").map(String.init).drop { $0 == "wallfarm" }
    let names = [words.prefix(2).joined(separator: " "), words.first ?? ""]
    let verb = names.first { known[$0] != nil && !$0.isEmpty }
    let isPlain = words.first?.hasPrefix("-") == true
    guard let own = verb ?? (isPlain ? verbs[path] : nil) else {
      return known.values.reduce(into: foreign) { $0.formUnion($1) }
    }
    return known[own, default: []].union(known["", default: []]).union(aliases)
  }

  @Test(arguments: Document.paths)
  func everyOptionInProseExists(_ path: String) throws {
    for line in try Document(path).prose {
      for code in line.matches(of: #/`([^`]+)`/#).map({ String($0.1) }) {
        // Options of the project's own scripts.
        guard !code.hasPrefix("scripts/") else { continue }
        let allowed = Self.allowed(in: code, of: path)
        for option in Self.options(in: code) where !allowed.contains(option) {
          // `--max-photo-…` refers to several options.
          let isPart = option.hasSuffix("-") && allowed.contains { $0.hasPrefix(option) }
          #expect(isPart, "\(path): `\(code)` has \(option)")
        }
      }
    }
  }

  @Test func theManualHasOptionsOfEveryVerb() {
    #expect(Self.known.count > 60)
    #expect(Self.known["serve"]?.contains("--shortcuts") == true)
    #expect(Self.known["serve"]?.contains("--map") == false)
  }

  /// The guide of the service and the program agree on the fence.
  @Test func serveRequiresTheFence() throws {
    let program = buildFolder.appendingPathComponent("wallfarm").path
    func fence(_ verb: String) -> String? {
      let help = run(program, ["help", verb]).text.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      return help.firstMatch(of: #/--fence <choice>.*?default: ([a-z]+)\)/#).map { String($0.1) }
    }
    #expect(fence("serve") == "required")
    #expect(fence("batch") == "best")
    #expect(try Document("docs/serve.md").text.contains("`--fence required` by default"))
  }
}
