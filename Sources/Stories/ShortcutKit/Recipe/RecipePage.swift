internal import Diagnostics
import Graphics
import WallfarmCore

extension ShortcutRecipe {
  /// Renders the recipe as a self-contained page with a checkbox for each action.
  ///
  /// - Parameter language: the language of the page.
  /// - Returns: the bytes of the page.
  public func page(in language: GuideLanguage) -> [UInt8] {
    Array(RecipePage(wording: RecipeWording(self, in: language)).source.utf8)
  }
}

/// Renders a recipe as HTML, with each action as a card like those of the Shortcuts app.
struct RecipePage {
  let wording: RecipeWording

  /// The HTML source of the page.
  var source: String {
    let (recipe, language) = (wording.recipe, wording.strings.language)
    let first = recipe.products.first.map { "\($0.preset.number)" } ?? ""
    let last = recipe.products.last.map { "\($0.preset.number)" } ?? ""
    let values: [String: String?] = [
      "lang": language.rawValue, "dir": language.isRightToLeft ? "rtl" : "ltr",
      "numbers": first == last ? first : "\(first)–\(last)", "count": "\(wording.count)",
      "before": section(wording.before),
      "reading": wording.reading.map { "<p>\(Self.safe($0))</p>\n" }.joined(),
      "parts": wording.parts.map(part).joined(),
      "after": wording.after.map(section).joined(),
      "rows": recipe.product == nil ? recipe.products.map(row).joined() : nil,
    ]
    return PageTemplate(Resources.recipePage).filled { name in
      if let value = values[name] { return value }
      guard name.hasPrefix("t.") else {
        preconditionFailure("the page has no value for '\(name)'")
      }
      return wording.text(String(name.dropFirst(2)))
    }
  }

  private func part(_ part: RecipePart) -> String {
    let key = "part.\(part.goal.rawValue)"
    let note = wording.optionalText("\(key).note").map { "<p>\(Self.safe($0))</p>\n" } ?? ""
    return """
      <section class="part">
      <h3>\(Self.safe(wording.text(key)))</h3>
      \(note)<ol class="actions">
      \(part.actions.map(card).joined())</ol>
      </section>

      """
  }

  private func card(_ action: RecipeAction) -> String {
    let english = wording.englishName(of: action.kind).map {
      "<span class=\"english\" lang=\"en\" dir=\"ltr\">\(Self.safe($0))</span>"
    }
    let note = action.note.map { Self.note(wording.text(of: $0)) } ?? ""
    let settings = action.settings.map(setting).joined()
    return """
      <li class="card \(action.kind.rawValue) depth\(action.depth)">
      <label><input type="checkbox"><span class="count">\(action.number)</span>\
      <span class="tile">\(RecipeIcon.svg(of: action.kind))</span>\
      <span class="name"><bdi>\(Self.safe(wording.name(of: action.kind)))</bdi>\
      \(english ?? "")</span></label>
      \(note)\(settings.isEmpty ? "" : "<dl>\n\(settings)</dl>\n")</li>

      """
  }

  private func setting(_ setting: RecipeSetting) -> String {
    let note = setting.note.map { Self.note(wording.text(of: $0)) } ?? ""
    let value = Self.safe(wording.text(of: setting.value))
    let isOff = setting.value == .word(.off) || setting.value == .word(.offWhereShown)
    let look = isOff ? "<span class=\"switch\" aria-hidden=\"true\"></span>" : ""
    return """
      <div><dt>\(Self.safe(wording.name(of: setting.key)))</dt>\
      <dd><span class="value \(Self.kind(of: setting.value))">\(look)<bdi>\(value)</bdi></span>\
      \(note)</dd></div>

      """
  }

  /// The CSS class for the kind of a value, for example chosen, typed, or the result of another
  /// action.
  private static func kind(of value: RecipeSetting.Value) -> String {
    switch value {
    case .word(.off), .word(.offWhereShown): "off"
    case .word(.nothing): "nothing"
    case .word, .folder: "choice"
    case .number: "number"
    case .typed: "typed"
    case .result: "result"
    }
  }

  private func section(_ section: RecipeSection) -> String {
    var body = ""
    var list: String?
    func begin(_ tag: String?) {
      guard list != tag else { return }
      if let list { body += "</\(list)>\n" }
      if let tag { body += "<\(tag)>\n" }
      list = tag
    }
    for line in section.lines {
      switch line {
      case .point(let text):
        begin("ul")
        body += "<li>\(Self.safe(text))</li>\n"
      case .step(let text):
        begin("ol")
        body += "<li>\(Self.safe(text))</li>\n"
      case .text(let text):
        begin(nil)
        body += "<p>\(Self.safe(text))</p>\n"
      case .code(let text):
        begin(nil)
        body += "<pre dir=\"ltr\" lang=\"en\"><code>\(Self.safe(text))</code></pre>\n"
      }
    }
    begin(nil)
    return """
      <section id="\(section.id)" class="words">
      <h2>\(Self.safe(section.title))</h2>
      \(body)</section>

      """
  }

  private func row(_ product: ShortcutRecipe.Product) -> String {
    let number = product.preset.number
    let link = wording.text(product.hasLink ? "table.there" : "table.missing")
    return """
      <tr><td class="number">\(number)</td>\
      <th scope="row"><label><input type="checkbox"\(product.hasLink ? " checked" : "")>\
      <bdi>\(Self.safe(product.name))</bdi></label></th>\
      <td class="number">\(number)</td><td>\(Self.safe(link))</td></tr>

      """
  }

  private static func note(_ text: String) -> String { "<p class=\"note\">\(safe(text))</p>\n" }

  private static func safe(_ text: String) -> String { text.escapedForXML }
}
