import FlowHosts
import Flows
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Checks the bundled stories, plays them at random, and checks whether they are easy to read.
@Suite struct StoryTests {
  /// Each flow in each variant.
  static let orders: [(name: String, variant: String?)] = shippedFlows.names.flatMap { name in
    let variants = (try? shippedFlows.story(name).variants) ?? []
    return [(name, nil)] + variants.map { (name, $0) }
  }

  @Test func fourStoriesAreThere() {
    #expect(
      Set(shippedFlows.names).isSuperset(of: ["notewall", "nevernote", "chronomap", "unwalk"]))
  }

  @Test(arguments: shippedFlows.names)
  func nothingIsWrongWith(_ name: String) throws {
    let report = try StoryCheck.report(on: name, in: shippedFlows, most: 200_000)
    #expect(report.problems.isEmpty, "\(report.problems.map(\.description))")
    #expect(report.isGood)
  }

  /// Plays random moves: a million moves for each story in `make torture`, and fewer otherwise.
  @Test(.tags(.torture), arguments: orders)
  func whateverSomebodyDoes(_ name: String, _ variant: String?) throws {
    let flow = try shippedFlows.story(name, variant: variant).flow
    let count = Torture.isOn ? 1_000_000 : 20_000
    var walk = StoryWalk(flow, seed: SeededGenerator.standardSeed)
    var seen: Set<Int> = []
    for move in 0..<count {
      // Save and restore only every tenth state, because this takes much longer than a move.
      _ = try walk.walk(readsBack: move % 10 == 0)
      if let step = walk.state.step { seen.insert(step) }
    }
    #expect(seen.count > flow.steps.count / 2, "\(flow.steps.count) steps, \(seen.count) seen")
  }

  /// Each screen of a flow, and each card of a film, has fewer than sixty words.
  @Test(arguments: shippedFlows.names)
  func noStepHasMoreThanSixtyWords(_ name: String) throws {
    let story = try shippedFlows.story(name)
    let flows = try [story] + story.variants.map { try shippedFlows.story(name, variant: $0) }
    let texts = story.texts(in: "en").texts
    func count(_ key: String) -> Int { (texts[key] ?? "").split { $0.isWhitespace }.count }
    for flow in flows.map(\.flow) {
      for step in flow.steps {
        var words = count("\(step.name).title")
        for block in step.show {
          switch block.content {
          case .text(let name): words += count("\(step.name).\(name)")
          case .picture: break
          case .film(_, let names):
            for name in names {
              #expect(count("\(step.name).\(name)") < 60, "\(flow.name): \(step.name).\(name)")
            }
          }
        }
        #expect(words < 60, "\(flow.name): \(step.name) has \(words) words")
      }
    }
  }

  /// The Flesch-Kincaid grade (Kincaid and others, 1975) of each story is below 7, so a
  /// twelve-year-old can read the story.
  @Test(arguments: shippedFlows.names)
  func aChildOfTwelveCanReadIt(_ name: String) throws {
    let texts = try shippedFlows.story(name).texts(in: "en").texts
    let prose = texts.filter { $0.value.split(separator: " ").count > 5 }.map(\.value)
    var (sentences, words, syllables) = (0, 0, 0)
    for text in prose {
      sentences += max(1, text.split { ".!?:;".contains($0) }.count)
      for word in text.split(whereSeparator: { !$0.isLetter && $0 != "’" }) {
        words += 1
        syllables += Self.syllables(in: word)
      }
    }
    let grade =
      0.39 * Double(words) / Double(sentences) + 11.8 * Double(syllables) / Double(words) - 15.59
    #expect(grade < 7, "\(grade) over \(words) words")
  }

  /// Counts syllables as groups of vowels, not counting a silent final "e".
  private static func syllables(in word: Substring) -> Int {
    var (count, wasVowel) = (0, false)
    for letter in word.lowercased() {
      let isVowel = "aeiouy".contains(letter)
      if isVowel && !wasVowel { count += 1 }
      wasVowel = isVowel
    }
    if word.lowercased().hasSuffix("e") && !word.lowercased().hasSuffix("le") { count -= 1 }
    return max(1, count)
  }

  /// No text contains words that blame the reader.
  @Test(arguments: shippedFlows.names)
  func nobodyIsBlamed(_ name: String) throws {
    let texts = try shippedFlows.story(name).texts(in: "en").texts
    for (key, text) in texts {
      let words = text.lowercased()
      for blame in [
        "you failed", "your fault", "you must", "you forgot", "invalid", "illegal", "error",
      ]
      where !words.contains("not your fault") {
        #expect(!words.contains(blame), "\(name): \(key)")
      }
    }
  }

  @Test(arguments: shippedFlows.names)
  func eachLanguageHasItsOwnWords(_ name: String) throws {
    let story = try shippedFlows.story(name)
    #expect(story.flow.languages == ["en", "ar", "ja"])
    let english = story.texts(in: "en").texts
    for (language, script) in [("ar", 0x600...0x6FF), ("ja", 0x3040...0x9FFF)] {
      for (key, text) in story.texts(in: language).texts
      where english[key].map({ $0.count > 3 }) == true {
        let isOwn = text.unicodeScalars.contains { script.contains(Int($0.value)) }
        #expect(isOwn, "\(name) \(language): \(key): \(text)")
      }
    }
  }
}
