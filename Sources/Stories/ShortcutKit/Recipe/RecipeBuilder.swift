/// Puts actions one below another: counts them, sets them in, and explains each thing once.
struct RecipeBuilder {
  private(set) var parts: [RecipePart] = []
  private var count = 0
  private var depth = 0
  private var explained: Set<RecipeNote> = []

  /// Begins a part; the actions that follow belong to it.
  mutating func begin(_ goal: RecipePart.Goal) { parts.append(RecipePart(goal: goal)) }

  /// Adds an action to the part that was begun last.
  ///
  /// - Parameters:
  ///   - kind: which action.
  ///   - settings: everything that is set in it.
  ///   - note: what is worth knowing about it.
  /// - Returns: what it finds, for actions below it.
  @discardableResult
  mutating func add(
    _ kind: RecipeAction.Kind, _ settings: [RecipeSetting] = [], note: RecipeNote? = nil
  ) -> RecipeResult {
    count += 1
    // The marks of a condition stand outside of it.
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
