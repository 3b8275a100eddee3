/// A section of a recipe before or after the actions.
package struct RecipeSection {
  /// The anchor of the section in a page.
  let id: String
  package let title: String
  package let lines: [Line]

  package enum Line {
    /// An item of an unordered list.
    case point(String)
    /// An item of an ordered list.
    case step(String)
    /// A paragraph.
    case text(String)
    /// Text that the user types exactly as shown.
    case code(String)
  }
}

extension RecipeWording {
  /// The requirements.
  var before: RecipeSection {
    let keys = ["before.system", "before.wallpapers", "before.pictures"]
    return section("before", keys.map { RecipeSection.Line.point(text($0)) })
  }

  /// Instructions for reading the list of actions.
  var reading: [String] {
    ["actions.add", "actions.result", "actions.inside"].map { text($0) }
  }

  /// The sections with the steps to perform after all actions have been added.
  package var after: [RecipeSection] {
    var sections: [RecipeSection] = []
    if recipe.source == .address {
      let lines = steps("question.add", "question.lock", "question.home", "question.check")
      sections.append(section("question", lines))
    }
    // "Done" must be the last step, because it closes the screen that the other steps need.
    sections.append(section("name", steps("name.rename", "name.locked", "name.done")))
    sections.append(
      section("try", steps("try.run", "try.look") + sentences("try.range", "try.nothing")))
    sections.append(
      section("share", steps("share.open", "share.copy") + sentences("share.fixed", "share.after"))
    )
    sections.append(section("map", mapLines))
    return sections
  }

  private var mapLines: [RecipeSection.Line] {
    var lines = recipe.needsOwnMap ? sentences("map.own") : []
    lines += sentences("map.write")
    lines.append(.code(mapText))
    if recipe.product?.hasLink == true { lines += sentences("map.there") }
    lines += sentences("map.check")
    lines.append(.code(checkCommand))
    return lines
  }

  /// The map entries to show: all entries for one or two shortcuts; otherwise, the first, the
  /// second and the last entry.
  private var mapText: String {
    let lines = recipe.products.map { mapLine(of: $0) }
    guard let last = lines.last, lines.count > 2 else { return lines.joined(separator: ",\n") }
    return "\(lines[0]),\n\(lines[1]),\n…\n\(last)"
  }

  private func section(_ id: String, _ lines: [RecipeSection.Line]) -> RecipeSection {
    RecipeSection(id: id, title: text("\(id).title"), lines: lines)
  }

  private func steps(_ keys: String...) -> [RecipeSection.Line] {
    keys.map { RecipeSection.Line.step(text($0)) }
  }

  private func sentences(_ keys: String...) -> [RecipeSection.Line] {
    keys.map { RecipeSection.Line.text(text($0)) }
  }
}
