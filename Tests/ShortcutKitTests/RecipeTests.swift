import Foundation
import ShortcutKit
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The recipe of a shortcut: each action and setting is in the text and on the page, in every
/// language.
@Suite struct RecipeTests {
  /// A recipe in one language.
  struct Case: CustomTestStringConvertible {
    let recipe: ShortcutRecipe
    let language: GuideLanguage

    var testDescription: String {
      let numbers = recipe.products.map { "\($0.preset.number)" }
      return "\(language.rawValue) \(recipe.source.rawValue) \(numbers.joined(separator: " "))"
    }
    var wording: RecipeWording { RecipeWording(recipe, in: language) }

    /// The visible texts of the page, in order.
    var seen: [String] {
      GuideClaims(recipe.page(in: language), shortcut: "").texts
        .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }
    /// The lines of the text, without leading and trailing spaces.
    var lines: [String] {
      recipe.text(in: language).components(separatedBy: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private static func map(_ own: [Int] = [2]) throws -> PresetMap {
    func link(_ number: Int) -> String {
      let digits = String(number, radix: 16)
      return "https://www.icloud.com/shortcuts/"
        + String(repeating: "e", count: 32 - digits.count) + digits
    }
    let entries = own.map { "\"\($0)\": \"\(link($0))\"" }.joined(separator: ", ")
    let folder = try TemporaryFolder()
    return try PresetMap.read(
      folder.write(
        """
        {"format": 1, "name": "Wall {preset}", "presets": {\(entries)},
         "general": {"link": "\(link(0xFFF))", "name": "Wall"}}
        """.utf8, to: "map.json"))
  }

  private static func recipe(
    _ presets: [Preset], _ source: ShortcutRecipe.Source, isOwn: Bool = true
  ) throws -> ShortcutRecipe {
    ShortcutRecipe(
      for: presets, from: source, map: try map(), in: .init("my map.json", isOwn: isOwn))
  }

  /// The recipes for each preset and for all presets together, for both sources and in every
  /// language.
  static let cases: [Case] = {
    var cases: [Case] = []
    for language in GuideLanguage.allCases {
      for source in ShortcutRecipe.Source.allCases {
        for presets in Preset.all.map({ [$0] }) + [Preset.all] {
          guard let recipe = try? recipe(presets, source, isOwn: presets.count > 1) else {
            continue
          }
          cases.append(Case(recipe: recipe, language: language))
        }
      }
    }
    return cases
  }()

  @Test func everyCaseIsThere() { #expect(Self.cases.count == 3 * 2 * 21) }

  @Test func theActionsOfAShortcutThatReadsFolders() throws {
    let actions = try Self.recipe([.standard], .folders).actions
    let kinds: [RecipeAction.Kind] = [
      .wallpapers, .item, .folder, .item, .condition, .set, .otherwise, .notify, .stop, .end,
      .folder, .item, .condition, .set, .end, .notify,
    ]
    #expect(actions.map(\.kind) == kinds)
    #expect(actions.map(\.number) == Array(1...kinds.count))
    #expect(actions.map(\.depth) == [0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0])
    // As in the bundle's guide, the folder of the lock screen is selected first.
    let folders = actions.flatMap(\.settings).filter { $0.key == .folder }.map(\.value)
    #expect(folders == [.folder("LockScreen"), .folder("HomeScreen")])
  }

  @Test func theActionsOfAShortcutThatFetches() throws {
    let actions = try Self.recipe([.standard], .address).actions
    let kinds: [RecipeAction.Kind] = [
      .wallpapers, .item, .fetch, .set, .fetch, .condition, .set, .end,
    ]
    #expect(actions.map(\.kind) == kinds)
    #expect(actions.map(\.depth) == [0, 0, 0, 0, 0, 0, 1, 0])
  }

  /// No action interrupts the automation, crops or blurs the picture, or sets the wrong wallpaper
  /// or screen.
  @Test(arguments: ShortcutRecipe.Source.allCases)
  func everyWallpaperIsSetAsItShouldBe(_ source: ShortcutRecipe.Source) throws {
    let actions = try Self.recipe([.standard], source).actions
    let sets = actions.filter { $0.kind == .set }
    #expect(sets.count == 2)
    for (action, screen) in zip(sets, [RecipeSetting.Word.lock, .home]) {
      let values = Dictionary(uniqueKeysWithValues: action.settings.map { ($0.key, $0.value) })
      #expect(values[.wallpaper] == .result(RecipeResult(action: 2, kind: .item)))
      #expect(values[.screens] == .word(screen))
      for key in [RecipeSetting.Key.preview, .crop, .blur] { #expect(values[key] == .word(.off)) }
      #expect(values[.zoom] == .word(.offWhereShown))
    }
    // Every referenced result comes from an earlier action.
    for action in actions {
      for case .result(let result) in action.settings.map(\.value) {
        #expect(result.action < action.number)
        #expect(actions[result.action - 1].kind == result.kind)
      }
    }
    // Each note appears once.
    var notes: [RecipeNote] = []
    for action in actions {
      notes += ([action.note] + action.settings.map(\.note)).compactMap(\.self)
    }
    #expect(Set(notes).count == notes.count)
  }

  @Test(arguments: cases) func everythingIsOnThePage(_ this: Case) {
    let (wording, seen) = (this.wording, this.seen)
    var expected: [String] = []
    for action in this.recipe.actions {
      expected += ["\(action.number)", wording.name(of: action.kind)]
      if let english = wording.englishName(of: action.kind) { expected.append(english) }
      if let note = action.note { expected.append(wording.text(of: note)) }
      for setting in action.settings {
        expected += [wording.name(of: setting.key), wording.text(of: setting.value)]
        if let note = setting.note { expected.append(wording.text(of: note)) }
      }
    }
    for section in wording.after {
      expected.append(section.title)
      for line in section.lines { expected.append(line.words) }
    }
    #expect(Self.missing(expected, in: seen) == nil)
    #expect(!seen.contains { $0.contains("{") || $0.contains("}") || $0.isEmpty })
  }

  @Test(arguments: cases) func everythingIsInTheText(_ this: Case) {
    let (wording, lines) = (this.wording, this.lines)
    let mark = this.language == .japanese ? "：" : ": "
    var expected: [String] = []
    for action in this.recipe.actions {
      let english = wording.englishName(of: action.kind).map { " (\($0))" } ?? ""
      expected.append("\(action.number). \(wording.name(of: action.kind))\(english)")
      for setting in action.settings {
        let value = wording.text(of: setting.value)
        expected.append("\(wording.name(of: setting.key))\(mark)\(value)")
        if let note = setting.note { expected.append(wording.text(of: note)) }
      }
    }
    #expect(Self.missing(expected.map(Self.withoutMarks), in: lines) == nil)
    // The lines contain no placeholders and no direction marks, which a terminal would print as
    // escapes.
    #expect(!lines.contains { $0 != Self.withoutMarks($0) || $0.contains("{") })
  }

  private static func withoutMarks(_ text: String) -> String {
    text.replacing("\u{2068}", with: "").replacing("\u{2069}", with: "")
  }

  /// Returns the first expected text that is missing or out of order, or `nil` if there is none.
  private static func missing(_ expected: [String], in all: [String]) -> String? {
    var rest = all[...]
    for text in expected {
      guard let place = rest.firstIndex(of: text) else { return text }
      rest = rest[(place + 1)...]
    }
    return nil
  }

  @Test(arguments: 1...20) func theNumberIsThatOfTheWallpaper(_ number: Int) throws {
    for source in ShortcutRecipe.Source.allCases {
      let recipe = try Self.recipe([try Preset("\(number)")], source)
      let text = recipe.text(in: .english)
      #expect(text.contains("\n          Index: \(number)\n"))
      #expect(text.contains("Make the shortcut “Wall \(number)”"))
      #expect(text.contains("\n    \"\(number)\": \"https://www.icloud.com/shortcuts/…\"\n"))
      #expect(text.contains("\n    wallfarm check 'my map.json'\n"))
      #expect(text.contains("There is already a link") == (number == 2))
    }
  }

  @Test(arguments: ShortcutRecipe.Source.allCases, GuideLanguage.allCases)
  func allTwentyAreInOneTable(_ source: ShortcutRecipe.Source, _ language: GuideLanguage) throws {
    let this = Case(recipe: try Self.recipe(Preset.all, source), language: language)
    let (seen, lines) = (this.seen, this.lines)
    for number in 1...20 {
      let link = this.wording.text(number == 2 ? "table.there" : "table.missing")
      #expect(lines.contains("\(number)  Wall \(number)  (\(link))"))
      let row = ["\(number)", "Wall \(number)", "\(number)", link]
      #expect(Self.missing(row, in: seen) == nil)
    }
    #expect(seen.filter { $0.hasPrefix("Wall ") }.count == 20)
  }

  /// Shortcuts that fetch their pictures need a separate map, because the usual map is for
  /// shortcuts that read folders.
  @Test func thoseThatFetchHaveAMapOfTheirOwn() throws {
    let shared = try Self.recipe([.standard], .address, isOwn: false).text(in: .english)
    #expect(shared.contains("those in my map.json read folders"))
    #expect(shared.contains("wallfarm check fetching.json"))
    for (source, isOwn) in [(ShortcutRecipe.Source.address, true), (.folders, false)] {
      let text = try Self.recipe([.standard], source, isOwn: isOwn).text(in: .english)
      #expect(!text.contains("fetching.json") && text.contains("In my map.json, change"))
    }
  }

  @Test(arguments: GuideLanguage.allCases)
  func everyLanguageHasTheSameTexts(_ language: GuideLanguage) {
    let (english, texts) = (RecipeStrings(.english).texts, RecipeStrings(language).texts)
    #expect(english.count > 130 && Set(texts.keys) == Set(english.keys))
    func fields(_ text: String) -> Set<String> {
      Set(text.matches(of: #/\{[a-zA-Z]+\}/#).map { String($0.0) })
    }
    for (key, text) in texts {
      #expect(!text.isEmpty && fields(text) == fields(english[key] ?? ""), "\(key)")
    }
  }

  /// Every text is used by a recipe.
  @Test(arguments: GuideLanguage.allCases)
  func noTextIsLeftOver(_ language: GuideLanguage) throws {
    var said = ""
    for source in ShortcutRecipe.Source.allCases {
      for presets in [[try Preset("2")], Preset.all] {
        let this = Case(
          recipe: try Self.recipe(presets, source, isOwn: false), language: language)
        said += this.seen.joined(separator: "\n")
      }
    }
    for (key, text) in RecipeStrings(language).texts {
      let parts = text.split(separator: #/\{[a-zA-Z]+\}/#).filter { $0 != ": " && $0 != "：" }
      #expect(parts.allSatisfy { said.contains($0) }, "\(key): \(text)")
    }
  }

  /// Python's parser confirms that every element is closed, and that there are no scripts and no
  /// external resources.
  @Test func everyPageStandsForItself() throws {
    let folder = try TemporaryFolder()
    for (index, this) in Self.cases.enumerated() {
      try folder.write(this.recipe.page(in: this.language), to: "\(index).html")
    }
    let script = """
      import html.parser, pathlib, re, sys
      EMPTY = {'meta', 'link', 'input', 'br', 'hr', 'img'}
      class Judge(html.parser.HTMLParser):
          def __init__(self):
              super().__init__()
              self.open, self.ids, self.goals, self.lang = [], [], [], None
          def handle_starttag(self, tag, attributes):
              assert tag not in {'script', 'iframe', 'object', 'embed', 'form', 'base'}, tag
              for name, value in attributes:
                  assert not name.startswith('on') and name != 'style', name
                  if name in {'src', 'href', 'srcset', 'action', 'poster', 'xlink:href'}:
                      assert value == 'data:,' or value.startswith('#'), value
                      self.goals.append(value)
                  if name == 'id':
                      self.ids.append(value)
              if tag not in EMPTY:
                  self.open.append(tag)
          def handle_endtag(self, tag):
              assert self.open and self.open.pop() == tag, (tag, self.getpos())
      pages = sorted(pathlib.Path(sys.argv[1]).glob('*.html'))
      for page in pages:
          source, judge = page.read_text('utf-8'), Judge()
          judge.feed(source)
          judge.close()
          assert not judge.open, judge.open
          assert len(set(judge.ids)) == len(judge.ids), judge.ids
          assert all(goal[1:] in judge.ids for goal in judge.goals if goal[0] == '#'), judge.goals
          policy = re.search('Content-Security-Policy" content="([^"]*)"', source)[1]
          assert policy.startswith("default-src 'none';") and 'script' not in policy, policy
          style = source[source.index('<style>'):source.index('</style>')]
          assert 'url(' not in style and '@import' not in style
          assert source.count('<input type="checkbox"') >= 8
          assert 'dir="rtl"' in source[:100] if 'lang="ar"' in source[:100] else True
      print(len(pages))
      """
    let judge = Tool.run("/usr/bin/python3", ["-c", script, folder.path], withErrors: true)
    #expect(judge.text == "\(Self.cases.count)\n", "\(judge.text.suffix(600))")
  }

  /// Names are escaped.
  @Test func namesAreEscaped() throws {
    let map = try GuideClaimsTests.map([])
    let recipe = ShortcutRecipe(
      for: [.standard], from: .folders, map: map, in: .init("<a>.json", isOwn: true))
    let page = String(decoding: recipe.page(in: .english), as: UTF8.self)
    #expect(page.contains("“My &lt;iPad&gt; {name} HomeScreen 99 &amp; 3”"))
    #expect(page.contains("wallfarm check '&lt;a&gt;.json'"))
    #expect(!page.contains("<iPad>") && !page.contains("<a>.json"))
  }

  /// If a preset's shortcut has no name yet, its name follows the pattern in the map.
  @Test func aShortcutHasItsNameBeforeItIsMade() throws {
    let map = try Self.map([7])
    for preset in Preset.all { #expect(map.name(for: preset) == "Wall \(preset.number)") }
  }
}

extension RecipeSection.Line {
  /// The visible text of the line.
  fileprivate var words: String {
    switch self {
    case .point(let text), .step(let text), .text(let text), .code(let text): text
    }
  }
}
