import WallfarmCore

extension ShortcutRecipe {
  /// Formats the recipe as plain text with numbered actions and indented settings.
  ///
  /// - Parameter language: the language of the text.
  /// - Returns: the text without a final newline.
  public func text(in language: GuideLanguage) -> String {
    RecipeText(wording: RecipeWording(self, in: language)).text
  }
}

/// Formats a recipe as plain text for a terminal.
struct RecipeText {
  let wording: RecipeWording

  /// The complete text.
  var text: String {
    var lines = [wording.text("page.heading"), ""]
    lines += [wording.text("page.lead"), wording.text("page.why")]
    lines += section(wording.before)
    lines += ["", wording.text("actions.title")]
    lines += wording.reading.map { "  \($0)" }
    for part in wording.parts { lines += self.part(part) }
    for section in wording.after { lines += self.section(section) }
    if wording.recipe.product == nil { lines += table }
    lines += ["", wording.text("page.end")]
    return lines.joined(separator: "\n").withoutIsolates
  }

  private func part(_ part: RecipePart) -> [String] {
    var lines = ["", "  " + wording.text("part.\(part.goal.rawValue)")]
    if let note = wording.optionalText("part.\(part.goal.rawValue).note") {
      lines.append("  " + note)
    }
    return lines + part.actions.flatMap(action)
  }

  private func action(_ action: RecipeAction) -> [String] {
    let number = action.number < 10 ? " \(action.number)" : "\(action.number)"
    let english = wording.englishName(of: action.kind).map { " (\($0))" } ?? ""
    let indent = String(repeating: "    ", count: action.depth + 1)
    var lines = ["\(indent)\(number). \(wording.name(of: action.kind))\(english)"]
    if let note = action.note { lines.append("\(indent)      \(wording.text(of: note))") }
    for setting in action.settings {
      let fields = [
        "setting": wording.name(of: setting.key), "value": wording.text(of: setting.value),
      ]
      lines.append("\(indent)      " + wording.strings.text("setting", fields))
      if let note = setting.note { lines.append("\(indent)        \(wording.text(of: note))") }
    }
    return lines
  }

  private func section(_ section: RecipeSection) -> [String] {
    var lines = ["", section.title]
    var step = 0
    for line in section.lines {
      switch line {
      case .point(let text): lines.append("  - \(text)")
      case .step(let text):
        step += 1
        lines.append("  \(step). \(text)")
      case .text(let text): lines.append("  \(text)")
      case .code(let text):
        lines += [""] + text.split(separator: "\n").map { "    \($0)" } + [""]
      }
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The list of all shortcuts, one per line.
  private var table: [String] {
    var lines = ["", wording.text("table.title"), "  " + wording.text("table.copy"), ""]
    for product in wording.recipe.products {
      let number = product.preset.number
      let link = wording.text(product.hasLink ? "table.there" : "table.missing")
      lines.append("    \(number < 10 ? " " : "")\(number)  \(product.name)  (\(link))")
    }
    return lines
  }
}

extension String {
  /// The text without directional isolates, which terminals show as escape sequences.
  fileprivate var withoutIsolates: String {
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars where !(0x2066...0x2069).contains(scalar.value) {
      shown.append(scalar)
    }
    return String(shown)
  }
}
