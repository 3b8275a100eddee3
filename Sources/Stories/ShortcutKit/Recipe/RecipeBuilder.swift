/// Assembles a recipe: numbers the actions, determines their nesting depth, and explains each
/// setting only once.
struct RecipeBuilder {
  private(set) var parts: [RecipePart] = []
  private var count = 0
  private var depth = 0
  private var explained: Set<RecipeNote> = []

  /// Begins a part of the recipe; the actions that are added next belong to it.
  mutating func begin(_ goal: RecipePart.Goal) { parts.append(RecipePart(goal: goal)) }

  /// Adds an action to the current part.
  ///
  /// - Parameters:
  ///   - kind: the kind of action.
  ///   - settings: all settings of the action.
  ///   - note: an explanation of the action.
  /// - Returns: the result of the action, for later actions.
  @discardableResult
  mutating func add(
    _ kind: RecipeAction.Kind, _ settings: [RecipeSetting] = [], note: RecipeNote? = nil
  ) -> RecipeResult {
    count += 1
    // An Otherwise or End If action has the same indentation as its If action.
    if kind == .otherwise || kind == .end { depth -= 1 }
    let action = RecipeAction(
      number: count, kind: kind, depth: depth, settings: settings.map { explainedOnce($0) },
      note: once(note))
    if kind == .otherwise || kind == .condition { depth += 1 }
    parts[parts.count - 1].actions.append(action)
    return RecipeResult(action: count, kind: kind)
  }

  private mutating func explainedOnce(_ setting: RecipeSetting) -> RecipeSetting {
    RecipeSetting(setting.key, setting.value, note: once(setting.note))
  }

  private mutating func once(_ note: RecipeNote?) -> RecipeNote? {
    guard let note, explained.insert(note).inserted else { return nil }
    return note
  }
}
