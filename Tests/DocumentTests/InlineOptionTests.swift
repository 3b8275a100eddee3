import Foundation
import Testing

/// The options that documents mention in running text exist.
///
/// CommandLineTests checks the options in code blocks.
@Suite struct InlineOptionTests {
  /// Options of other programs, and `--verbose`, which is used with `--version`.
  private static let foreign: Set = [
    "--filter", "--init", "--memory", "--stop-timeout", "--test", "--verbose",
  ]
  /// Older names of options, which are not in the manual.
  private static let aliases: Set = ["--out"]
  /// The verb for each document whose options are mentioned without a verb.
  private static let verbs = ["docs/serve.md": "serve"]

  /// The options of each verb; the options of all verbs are stored under an empty name.
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

  /// Returns the options that a code fragment may contain.
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
        // Skip the project's scripts, which have their own options.
        guard !code.hasPrefix("scripts/") else { continue }
        let allowed = Self.allowed(in: code, of: path)
        for option in Self.options(in: code) where !allowed.contains(option) {
          // `--max-photo-…` is the common beginning of several options.
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

  /// The program and the service guide agree that `serve` requires the fence by default.
  @Test func serveRequiresTheFence() throws {
    let program = buildFolder.appendingPathComponent("wallfarm").path
    func unwrapped(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    func fence(_ verb: String) -> String? {
      let help = unwrapped(run(program, ["help", verb]).text)
      return help.firstMatch(of: #/--fence <choice>.*?default: ([a-z]+)\)/#).map { String($0.1) }
    }
    #expect(fence("serve") == "required")
    #expect(fence("batch") == "best")
    let guide = try unwrapped(Document("docs/serve.md").text)
    #expect(guide.contains("`--fence required` by default"))
  }
}
