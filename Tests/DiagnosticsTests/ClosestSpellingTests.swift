import Diagnostics
import Testing

@Suite struct ClosestSpellingTests {
  @Test(arguments: SpellingCase.all)
  func suggestsWhatWasMost(likelyMeant example: SpellingCase) {
    #expect(closestSpelling(to: example.typed, among: example.known) == example.expected)
  }

  @Test func ignoresTheOrderOfTheKnownWords() {
    let known = ["render", "runner", "list", "lost", "last", "lust"]

    for typed in ["lxst", "runder", "lits"] {
      let forward = closestSpelling(to: typed, among: known)
      #expect(closestSpelling(to: typed, among: known.reversed()) == forward, "\(typed)")
    }
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "ac", 1),
    ("abc", "acb", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func countsASwapOfNeighborsAsOneEdit(first: String, second: String, expected: Int) {
    #expect(editDistance(Array(first), Array(second)) == expected)
    #expect(editDistance(Array(second), Array(first)) == expected)
  }
}

struct SpellingCase: Sendable, CustomTestStringConvertible {
  let title: String
  let typed: String
  let known: [String]
  let expected: String?

  init(_ title: String, _ typed: String, _ known: [String], _ expected: String?) {
    (self.title, self.typed, self.known, self.expected) = (title, typed, known, expected)
  }

  var testDescription: String { "\(title): '\(typed)'" }

  static let phones = [
    "iphone11", "iphone14", "iphone15", "iphone15plus", "iphone15pro", "iphone15promax",
    "iphone16", "iphonese3", "pixel8",
  ]
  static let templates = ["home", "instruction", "lock"]

  static let all = [
    SpellingCase("swapped letters beat a replaced one", "iphone51", phones, "iphone15"),
    SpellingCase("a letter left out", "lok", templates, "lock"),
    SpellingCase("a letter too many", "locck", templates, "lock"),
    SpellingCase("another case", "IPhone15", phones, "iphone15"),
    SpellingCase("another case and a slip", "IPHONE15PR0", phones, "iphone15pro"),
    SpellingCase("the beginning of one word", "inst", templates, "instruction"),
    SpellingCase("the beginning of several: the nearest", "iphone15pr", phones, "iphone15pro"),
    SpellingCase("a part of one word", "plus", phones, "iphone15plus"),
    SpellingCase("a part of several", "phone", phones, nil),
    SpellingCase("one word and more", "instructions-red", templates, "instruction"),
    SpellingCase("nothing like it", "xyzzy", phones + templates, nil),
    SpellingCase("one letter is no misspelling of another", "x", ["y"], nil),
    SpellingCase("too short to be a part", "ix", phones, nil),
    SpellingCase("no letters", "", templates, nil),
    SpellingCase("nothing known", "lock", [], nil),
    SpellingCase(
      "a tie goes to the longer common start", "rendar", ["fendar", "render"], "render"),
    SpellingCase("then to the alphabet", "lxst", ["lust", "last", "lost"], "last"),
    SpellingCase("never more than four edits", "abcdefghijklmnopqr", ["abcdefghijklm12345"], nil),
    SpellingCase("words beyond ASCII", "cafe-noir", ["café-noir"], "café-noir"),
  ]
}
