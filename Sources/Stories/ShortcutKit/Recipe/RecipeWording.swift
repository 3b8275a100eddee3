import Pages
import WallfarmCore

/// The texts of a recipe in one language, shared by the page and the plain text.
package struct RecipeWording {
  let recipe: ShortcutRecipe
  let strings: RecipeStrings
  /// The groups of actions.
  let parts: [RecipePart]
  private let english: RecipeStrings
  private let fields: [String: String]

  package init(_ recipe: ShortcutRecipe, in language: GuideLanguage) {
    self.recipe = recipe
    strings = RecipeStrings(language)
    english = RecipeStrings(.english)
    parts = recipe.parts
    fields = Self.fields(of: recipe, parts.flatMap(\.actions), strings)
  }

  /// The number of actions.
  var count: Int { parts.reduce(0) { $0 + $1.actions.count } }

  /// The path of the map, as the user types it.
  private static func path(of recipe: ShortcutRecipe) -> String {
    recipe.needsOwnMap ? "fetching.json" : recipe.file.path
  }

  /// The values of the placeholders `{…}`.
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

  /// The most specific text for a key.
  ///
  /// A text may depend on the source of the pictures and on whether the recipe is for several
  /// shortcuts.
  package func text(_ key: String) -> String {
    guard let text = optionalText(key) else {
      preconditionFailure("a recipe has no text for '\(key)'")
    }
    return text
  }

  /// The most specific text for a key, or nil.
  func optionalText(_ key: String) -> String? {
    let own = "\(key).\(recipe.source.rawValue)"
    let ofAll = recipe.product == nil ? ["\(own).all", "\(key).all"] : []
    return (ofAll + [own, key]).first { strings.texts[$0] != nil }.map { strings.text($0, fields) }
  }

  /// The name of an action in the app.
  package func name(of kind: RecipeAction.Kind) -> String { text("action.\(kind.rawValue)") }

  /// The English name of an action, for readers whose phone is in English; nil if the recipe is in
  /// English.
  package func englishName(of kind: RecipeAction.Kind) -> String? {
    strings.language == .english ? nil : english.text("action.\(kind.rawValue)")
  }

  /// The name of a setting in the app.
  package func name(of key: RecipeSetting.Key) -> String { text("setting.\(key.rawValue)") }

  package func text(of value: RecipeSetting.Value) -> String {
    switch value {
    case .word(let word): text("value.\(word.rawValue)")
    case .number(let number): number.map(String.init) ?? text("value.number")
    case .folder(let name): name
    case .typed(let typed): text("typed.\(typed.rawValue)")
    case .result(let result): Self.text(of: result, strings)
    }
  }

  /// An explanation's text.
  package func text(of note: RecipeNote) -> String { text("note.\(note.rawValue)") }

  private static func text(of result: RecipeResult, _ strings: RecipeStrings) -> String {
    strings.text(
      "result",
      ["result": strings.text("result.\(result.kind.rawValue)"), "action": "\(result.action)"])
  }

  /// The map entry for a shortcut, with a link of which only the prefix common to all links is
  /// shown.
  func mapLine(of product: ShortcutRecipe.Product) -> String {
    "\"\(product.preset.number)\": \"https://www.icloud.com/shortcuts/…\""
  }

  /// The command that checks the map.
  var checkCommand: String { "wallfarm check " + ShellWord.quoted(Self.path(of: recipe)) }
}
