import Hyphenation
import Testing
import WallfarmTesting

@Suite struct HyphenatorTests {
  static let folder = Workspace.root + "/Fonts/hyphens"
  static let names = (Tool.output(of: "ls", [folder]) ?? "").split(separator: "\n").map(String.init)
  private let hyphenator = Hyphenator(folder: folder, names: names)

  private func divided(_ word: String, _ language: String) throws -> String {
    let places = try hyphenator.places(in: word, language: language)
    return word.unicodeScalars.enumerated().map { index, scalar in
      (places.contains(index) ? "-" : "") + String(scalar)
    }.joined()
  }

  /// Every hyphen is confirmed by a dictionary: Duden, Merriam-Webster, Van Dale, the Trésor de la
  /// langue française, Gramota.
  @Test(arguments: [
    ("de", "Donau-dampf-schiff-fahrts-ge-sell-schaft"),
    ("de-AT", "Rechts-schutz-ver-si-che-rungs-ge-sell-schaf-ten"),
    ("en", "inter-na-tion-al-iza-tion"),
    ("en-GB", "inter-na-tion-al-isa-tion"),
    ("fr", "anti-cons-ti-tu-tion-nel-le-ment"),
    ("nl", "arbeids-on-ge-schikt-heids-ver-ze-ke-ring"),
    ("ru", "достоприме-чатель-ность"),
    ("pt-BR", "incons-ti-tu-ci-o-nal"),
    ("sv", "tand-lä-kar-be-sö-ket"),
  ])
  func wordsAreDividedAsDictionariesDo(_ language: String, _ word: String) throws {
    #expect(try divided(word.filter { $0 != "-" }, language) == word)
  }

  /// Kotus, "Tavutus": a syllable starts with the last consonant before a vowel.
  @Test(arguments: [
    "suun-nit-te-lu-pa-la-veri", "mat-ka-laukku", "ham-mas-lää-kä-ri-käynti", "van-hem-pai-nilta",
  ])
  func finnishHasItsRules(_ word: String) throws {
    #expect(try divided(word.filter { $0 != "-" }, "fi") == word)
    #expect(hyphenator.knows("fi-FI"))
  }

  @Test func capitalsAreDividedAlike() throws {
    #expect(try divided("SCHIFFFAHRTSGESELLSCHAFT", "de") == "SCHIFF-FAHRTS-GE-SELL-SCHAFT")
  }

  /// A word is not divided where its spelling would change: `asszony` would become `asz-szony`.
  @Test func whereTheSpellingWouldChangeAWordIsWhole() throws {
    #expect(try hyphenator.places(in: "asszonnyal", language: "hu") == [])
    #expect(try divided("szövetkezet", "hu") == "szö-vet-ke-zet")
  }

  @Test(arguments: ["Hindi", "hi", "th", "ja", "", "-", "xx-YY", "x"])
  func whatHasNoPatternsIsWhole(_ language: String) throws {
    #expect(!hyphenator.knows(language))
    #expect(try hyphenator.places(in: "Donaudampfschifffahrt", language: language) == [])
  }

  @Test func lettersOfAnotherScriptHaveNoPlaces() throws {
    #expect(try hyphenator.places(in: "достопримечательность", language: "de") == [])
    #expect(try hyphenator.places(in: "Ofen", language: "de") == [])
    #expect(
      try hyphenator.places(in: String(repeating: "gesell", count: 200), language: "de") == [])
  }

  @Test func patternsThatCannotBeReadAreAnError() {
    let lost = Hyphenator(folder: "/nowhere", names: ["hyph_de_DE.dic"])
    #expect {
      try lost.places(in: "Gesellschaft", language: "de")
    } throws: { ($0 as? UnreadablePatterns)?.path == "/nowhere/hyph_de_DE.dic" }
  }
}
