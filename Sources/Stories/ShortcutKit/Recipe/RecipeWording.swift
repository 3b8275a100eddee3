import Pages
import WallfarmCore

/// A recipe in the words of one language, for what prints it and what draws it.
struct RecipeWording {
  let recipe: ShortcutRecipe
  let strings: RecipeStrings
  /// The actions in their parts.
  let parts: [RecipePart]
  private let english: RecipeStrings
  private let fields: [String: String]

  init(_ recipe: ShortcutRecipe, in language: GuideLanguage) {
    self.recipe = recipe
    strings = RecipeStrings(language)
    english = RecipeStrings(.english)
    parts = recipe.parts
    fields = Self.fields(of: recipe, parts.flatMap(\.actions), strings)
  }

  /// How many actions there are.
  var count: Int { parts.reduce(0) { $0 + $1.actions.count } }

  /// Where the map is, as a person types it.
  private static func path(of recipe: ShortcutRecipe) -> String {
    recipe.needsOwnMap ? "fetching.json" : recipe.file.path
  }

  /// Texts that take the place of `{…}`.
  private static func fields(
    of recipe: ShortcutRecipe, _ actions: [RecipeAction], _ strings: RecipeStrings
  ) -> [String: String] {
    var fields = ["file": path(of: recipe), "source": recipe.file.path]
    if let product = recipe.product {
      fields["number"] = "\(product.preset.number)"
      fields["name"] = product.name
    }
    fields["index"] = actions.first { $0.kind == .item }.map { "\($0.number)" }
    let fetches = actions.filter { $0.kind == .fetch }
    fields["fetch"] = fetches.first.map { "\($0.number)" }
    fields["fetchHome"] = fetches.last.map { "\($0.number)" }
    fields["lock"] = strings.texts["question.lock.text"]
    fields["home"] = strings.texts["question.home.text"]
    for setting in actions.flatMap(\.settings) {
      guard case .result(let result) = setting.value else { continue }
      fields["result"] = text(of: result, strings)
      break
    }
    return fields
  }

  /// The text of a key that is true of this recipe: there may be one for its source, for several shortcuts, or both.
  func text(_ key: String) -> String {
    guard let text = optionalText(key) else {
      preconditionFailure("a recipe has no text for '\(key)'")
    }
    return text
  }

  /// The same; nil where there is none.
  func optionalText(_ key: String) -> String? {
    let own = "\(key).\(recipe.source.rawValue)"
    let ofAll = recipe.product == nil ? ["\(own).all", "\(key).all"] : []
    return (ofAll + [own, key]).first { strings.texts[$0] != nil }.map { strings.text($0, fields) }
  }

  /// What an action is called on the phone.
  func name(of kind: RecipeAction.Kind) -> String { text("action.\(kind.rawValue)") }

  /// The English name, for a reader in another language whose phone calls it differently.
  func englishName(of kind: RecipeAction.Kind) -> String? {
    strings.language == .english ? nil : english.text("action.\(kind.rawValue)")
  }

  /// What a setting is called on the phone.
  func name(of key: RecipeSetting.Key) -> String { text("setting.\(key.rawValue)") }

  /// What belongs into a setting.
  func text(of value: RecipeSetting.Value) -> String {
    switch value {
    case .word(let word): text("value.\(word.rawValue)")
    case .number(let number): number.map(String.init) ?? text("value.number")
    case .folder(let name): name
    case .typed(let typed): text("typed.\(typed.rawValue)")
    case .result(let result): Self.text(of: result, strings)
    }
  }

  /// What is worth knowing.
  func text(of note: RecipeNote) -> String { text("note.\(note.rawValue)") }

  private static func text(of result: RecipeResult, _ strings: RecipeStrings) -> String {
    strings.text(
      "result",
      ["result": strings.text("result.\(result.kind.rawValue)"), "action": "\(result.action)"])
  }

  /// The line of the map for a shortcut, with the beginning of every link.
  func mapLine(of product: ShortcutRecipe.Product) -> String {
    "\"\(product.preset.number)\": \"https://www.icloud.com/shortcuts/…\""
  }

  /// What checks the map.
  var checkCommand: String { "wallfarm check " + ShellWord.quoted(Self.path(of: recipe)) }
}
