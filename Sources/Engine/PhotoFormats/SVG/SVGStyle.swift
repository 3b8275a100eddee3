import WallfarmPluginKit

/// The declarations of attributes and of `style` elements, as far as they affect the drawing cost.
struct SVGStyle {
  /// The effect of declarations on one element.
  struct Effect {
    /// The ids that the declarations refer to.
    var ids: [String] = []
    /// The number of declarations that draw the element on a surface of its own.
    var surfaces = 0

    mutating func add(_ other: Effect) {
      ids += other.ids
      surfaces += other.surfaces
    }
  }

  /// The effects by simple selector: `path`, `.name`, `#name` or `*`.
  private var effects: [String: Effect] = [:]

  /// The properties that draw an element on a surface of its own.
  private static let surfaces: Set<String> = [
    "opacity", "filter", "mask", "clip-path", "mix-blend-mode", "isolation",
  ]

  /// The number of surfaces whose cost is that of one function of a filter.
  private static let surfacesOfFilter = 20

  /// Returns the effect of one property, for example of an attribute.
  static func effect(
    of property: some StringProtocol, _ value: String, at offset: Int
  ) throws(SVGFlaw) -> Effect {
    let ids = try SVGReference.ids(in: value, at: offset)
    let property = property.lowercased()
    let value = value.trimmed(\.isWhitespace)
    if property == "stroke-dasharray", value != "none", value != "0" {
      throw SVGFlaw(
        .svgUnsupported, "has dashed lines, whose number is not limited", at: offset,
        hint: "convert the dashes to outlines")
    }
    guard surfaces.contains(property), value != "1", value != "none" else {
      return Effect(ids: ids)
    }
    // Each function of a filter, such as blur(), processes all pixels. The cost of a filter that is
    // referred to is counted with its element.
    let functions = property == "filter" ? max(0, value.count { $0 == "(" } - ids.count) : 0
    return Effect(ids: ids, surfaces: 1 + functions * surfacesOfFilter)
  }

  /// Returns the effect of the declarations in a `style` attribute or in a rule.
  static func effect(ofDeclarations text: String, at offset: Int) throws(SVGFlaw) -> Effect {
    let text = try withoutComments(text, at: offset)
    try check(text, at: offset)
    return try effect(ofChecked: text, at: offset)
  }

  /// Returns the effect of declarations that contain no comments and passed the checks.
  private static func effect(
    ofChecked text: String, at offset: Int
  ) throws(SVGFlaw) -> Effect {
    var effect = Effect()
    for declaration in text.split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1).map { String($0) }
      guard parts.count == 2 else { continue }
      effect.add(
        try self.effect(of: parts[0].trimmed(\.isWhitespace), parts[1], at: offset))
    }
    return effect
  }

  /// Adds the rules of a style sheet.
  ///
  /// - Throws: a flaw for at-rules, for escapes, which can hide references, and for references in
  ///   rules with complex selectors.
  mutating func add(_ sheet: String, at offset: Int) throws(SVGFlaw) {
    let text = try SVGStyle.withoutComments(sheet, at: offset)
    try SVGStyle.check(text, at: offset)
    for rule in text.split(separator: "}") {
      let parts = rule.split(separator: "{", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        if rule.allSatisfy(\.isWhitespace) { continue }
        throw SVGFlaw(.svgMalformed, "has an invalid style sheet", at: offset)
      }
      let effect = try SVGStyle.effect(ofChecked: String(parts[1]), at: offset)
      for selector in parts[0].split(separator: ",") {
        let name = String(selector).trimmed(\.isWhitespace)
        if SVGStyle.isSimple(name) {
          effects[name, default: Effect()].add(effect)
        } else if !effect.ids.isEmpty || effect.surfaces > 0 {
          throw SVGFlaw(
            .svgUnsupported,
            "has the selector '\(SVGReference.shown(name))' with a reference or an opacity",
            at: offset, hint: "use a selector with one class, id or element name")
        }
      }
    }
  }

  /// Returns the effect of all rules that match an element.
  func effect(on element: XMLElement) -> Effect {
    guard !effects.isEmpty else { return Effect() }
    var names = ["*", String(element.name.localName)]
    if let id = element["id"] { names.append("#" + id) }
    for name in Set((element["class"] ?? "").split(whereSeparator: \.isWhitespace)) {
      names.append("." + name)
    }
    return names.reduce(into: Effect()) { sum, name in
      if let effect = effects[name] { sum.add(effect) }
    }
  }

  // MARK: - Checks

  private static func check(_ text: String, at offset: Int) throws(SVGFlaw) {
    if let at = text.firstIndex(of: "@") {
      let rule = text[at...].prefix { !$0.isWhitespace && $0 != "{" && $0 != "(" && $0 != ";" }
      let name = SVGReference.shown(String(rule))
      switch rule.lowercased() {
      case "@import": throw SVGFlaw(.svgLink, "imports a style sheet with \(name)", at: offset)
      case "@font-face":
        throw SVGFlaw(.svgText, "declares a font with \(name)", at: offset)
      default: throw SVGFlaw(.svgUnsupported, "has the style rule '\(name)'", at: offset)
      }
    }
    var quote: Character?
    for character in text {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else if quote != nil, "{};".contains(character) {
        throw SVGFlaw(
          .svgUnsupported, "has a string with '\(character)' in a style, which can hide a rule",
          at: offset)
      }
    }
    if text.contains("\\") {
      throw SVGFlaw(.svgUnsupported, "has an escape in a style, which can hide a link", at: offset)
    }
    _ = try SVGReference.ids(in: text, at: offset)
  }

  /// Replaces each comment by a space, as CSS does.
  ///
  /// - Throws: a flaw for a comment without an end, and for a string that contains the start of a
  ///   comment or the end of a line, because it could hide a rule.
  private static func withoutComments(_ text: String, at offset: Int) throws(SVGFlaw) -> String {
    var (result, rest) = ("", text[...])
    var quote: Character?
    while let character = rest.first {
      let startsComment = rest.hasPrefix("/*")
      if quote != nil, startsComment || character.isNewline {
        throw SVGFlaw(
          .svgUnsupported,
          "has a string with \(startsComment ? "'/*'" : "a line break") in a style, which can hide "
            + "a rule", at: offset)
      }
      if startsComment {
        guard let end = rest.dropFirst(2).firstRange(of: "*/") else {
          throw SVGFlaw(.svgMalformed, "has a style comment without an end", at: offset)
        }
        result += " "
        rest = rest[end.upperBound...]
        continue
      }
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      }
      result.append(character)
      rest.removeFirst()
    }
    return result
  }

  private static func isSimple(_ selector: String) -> Bool {
    if selector == "*" { return true }
    let isMarked = selector.hasPrefix(".") || selector.hasPrefix("#")
    let name = selector.dropFirst(isMarked ? 1 : 0)
    return !name.isEmpty
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}
