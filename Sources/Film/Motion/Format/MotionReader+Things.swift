import Diagnostics
import Files
import SourceJSON
import WallfarmPluginKit

extension MotionReader {
  static let kinds = ["text", "card", "phone", "dialog", "tap", "shape", "confetti"]
  static let thingKeys = ["name", "place", "width", "below", "with", "on"] + kinds

  mutating func thing(_ node: JSONNode) -> MotionThing? {
    guard let object = reader.object(node, "a thing", keys: Self.thingKeys) else { return nil }
    let given = (object.members ?? []).filter { Self.kinds.contains($0.key) }
    guard given.count == 1, let member = given.first else {
      reader.report(
        RenderError(
          .invalidValue, "a thing has \(given.isEmpty ? "no kind" : "more than one kind")",
          origin: reader.origin(node),
          hint: "use exactly one of " + Self.kinds.joined(separator: ", ")))
      return nil
    }
    guard let (name, origin) = reader.text("name", of: object, "a thing") else { return nil }
    guard Self.isName(name), name != MotionTrack.ground else {
      reader.report(
        .invalidValue(
          "'name'", expected: "letters, digits, hyphens and periods", got: "'\(name)'",
          origin: origin,
          hint: name == MotionTrack.ground
            ? "this name is reserved for the background; use another name" : nil))
      return nil
    }
    guard let kind = kind(member) else { return nil }
    var thing = MotionThing(name: name, kind: kind, origin: reader.origin(node))
    if let node = object["place"] { thing.place = place(node) ?? thing.place }
    thing.width = number("width", of: object, 0.01...2) ?? Self.width(of: kind)
    if let node = object["below"] {
      thing.below = node.string
      if node.string == nil { reader.report(reader.wrong(node, "'below'", "the name of a thing")) }
      if object["with"] != nil || object["on"] != nil {
        reader.report(
          .invalidValue(
            "'below'", expected: "only one of 'below', 'with' and 'on'",
            got: "combined with 'with' or 'on'", origin: reader.origin(node)))
      }
    }
    if let node = object["with"] {
      thing.with = node.string
      if node.string == nil { reader.report(reader.wrong(node, "'with'", "the name of a thing")) }
    }
    if let node = object["on"] { thing.on = button(node) }
    return thing
  }

  static func isName(_ name: String) -> Bool {
    (1...40).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 32) || $0 == 0x2D || $0 == 0x2E
      }
  }

  private static func width(of kind: MotionThing.Kind) -> Double {
    switch kind {
    case .text: 0.86
    case .card: 0.76
    case .phone: 0.7
    case .dialog: 0.7
    case .tap: 0.14
    case .shape: 0.5
    case .confetti: 1
    }
  }

  private mutating func place(_ node: JSONNode) -> UnitPoint? {
    let numbers = (node.elements ?? []).compactMap(\.number)
    guard numbers.count == 2, node.elements?.count == 2,
      numbers.allSatisfy({ (-1...2).contains($0) })
    else {
      reader.report(
        reader.wrong(
          node, "'place'",
          "two fractions of the canvas, measured from its top left corner, such as [0.5, 0.4]"))
      return nil
    }
    return UnitPoint(x: numbers[0], y: numbers[1])
  }

  /// Parses a button reference: `dialog.2` is the second button.
  private mutating func button(_ node: JSONNode) -> (dialog: String, button: Int)? {
    let text = node.string ?? ""
    guard let point = text.lastIndex(of: "."), let number = Int(text[text.index(after: point)...]),
      number > 0
    else {
      reader.report(
        reader.wrong(node, "'on'", "a dialog and the number of a button, such as \"ask.2\""))
      return nil
    }
    return (String(text[..<point]), number)
  }

  /// Checks that names are unique and that a thing refers only to earlier things.
  mutating func checkReferences(_ things: [MotionThing]) {
    var known: [MotionThing] = []
    for thing in things {
      if known.contains(where: { $0.name == thing.name }) {
        reader.report(
          .invalidValue(
            "'name'", expected: "a unique name", got: "'\(thing.name)'", origin: thing.origin))
      }
      let named = [
        (thing.below, "'below'"), (thing.with, "'with'"), (thing.on?.dialog, "'on'"),
      ]
      for (name, what) in named {
        guard let name, !known.contains(where: { $0.name == name }) else { continue }
        let names = known.map(\.name)
        reader.report(
          .invalidValue(
            what, expected: "the name of an earlier thing", got: "'\(name)'",
            origin: thing.origin,
            hint: closestSpelling(to: name, among: names).map { "did you mean '\($0)'?" }))
      }
      if let on = thing.on, let dialog = known.first(where: { $0.name == on.dialog }) {
        guard case .dialog(let asked) = dialog.kind, on.button <= asked.buttons.count else {
          reader.report(
            .invalidValue(
              "'on'", expected: "a button of a dialog", got: "'\(on.dialog).\(on.button)'",
              origin: thing.origin))
          continue
        }
      }
      known.append(thing)
    }
    let pieces = things.reduce(0) { sum, thing in
      if case .confetti(let confetti) = thing.kind { sum + confetti.count } else { sum }
    }
    if pieces > MotionLimits.confetti, let thing = things.last {
      reader.report(
        .invalidValue(
          "confetti", expected: "at most \(MotionLimits.confetti) pieces in a shot",
          got: "\(pieces)", origin: thing.origin))
    }
  }

  // MARK: - Kinds

  private mutating func kind(_ member: JSONMember) -> MotionThing.Kind? {
    let node = member.value
    switch member.key {
    case "text": return text(node)
    case "card": return card(node)
    case "phone":
      guard let object = reader.object(node, "a phone", keys: ["picture"]) else { return nil }
      guard let picture = object["picture"] else {
        reader.missing("picture", in: "a phone", object)
        return nil
      }
      return .phone(MotionThing.Phone(picture: checked(picture)))
    case "dialog": return dialog(node)
    case "tap":
      guard let object = reader.object(node, "a tap", keys: ["color"]) else { return nil }
      return .tap(color("color", of: object) ?? Color(red: 255, green: 255, blue: 255))
    case "shape": return shape(node)
    default: return confetti(node)
    }
  }

  private mutating func text(_ node: JSONNode) -> MotionThing.Kind? {
    let keys = ["words", "size", "weight", "color", "align", "lines"]
    guard let object = reader.object(node, "a text", keys: keys),
      let words = words("words", of: object, "a text")
    else { return nil }
    var text = MotionThing.Text(words: words)
    text.size = number("size", of: object, 8...300) ?? text.size
    text.weight = reader.whole("weight", of: object, 100...900) ?? text.weight
    text.color = color("color", of: object) ?? text.color
    text.alignment = reader.choice("align", of: object, TextAlignment.self) ?? text.alignment
    text.lines = reader.whole("lines", of: object, 1...12) ?? text.lines
    return .text(text)
  }

  private mutating func card(_ node: JSONNode) -> MotionThing.Kind? {
    let keys = ["words", "badge", "size", "weight", "color", "fill", "accent"]
    guard let object = reader.object(node, "a card", keys: keys),
      let words = words("words", of: object, "a card")
    else { return nil }
    var card = MotionThing.Card(words: words)
    if let node = object["badge"] { card.badge = self.words(node, "'badge'") }
    card.size = number("size", of: object, 8...80) ?? card.size
    card.weight = reader.whole("weight", of: object, 100...900) ?? card.weight
    card.color = color("color", of: object) ?? card.color
    card.fill = color("fill", of: object) ?? card.fill
    card.accent = color("accent", of: object) ?? card.accent
    checkContrast(card.color, on: card.fill, size: card.size, object)
    if card.badge != nil { checkContrast(.white, on: card.accent, size: card.size, object) }
    return .card(card)
  }

  /// Checks the contrast between text and its background by success criterion 1.4.3 of WCAG 2.2.
  ///
  /// The contrast must be at least 3 for text of 24 points or more, and at least 4.5 for smaller
  /// text. The exception for bold text of at least 18.7 points is not applied.
  private mutating func checkContrast(
    _ color: Color, on fill: Color, size: Double, _ node: JSONNode
  ) {
    let (least, found) = (size >= 24 ? 3.0 : 4.5, color.contrast(with: fill))
    guard found < least else { return }
    reader.report(
      .invalidValue(
        "the text color", expected: "a contrast of at least \(least):1 against its background",
        got: "a color with a contrast of "
          + "\((found * 10).rounded() / 10):1", origin: reader.origin(node),
        hint: "make the text or its background darker or lighter"))
  }

  private mutating func dialog(_ node: JSONNode) -> MotionThing.Kind? {
    guard let object = reader.object(node, "a dialog", keys: ["title", "words", "buttons"]),
      let title = words("title", of: object, "a dialog")
    else { return nil }
    var dialog = MotionThing.Dialog(title: title, buttons: [])
    if let node = object["words"] { dialog.words = words(node, "'words'") }
    if object["buttons"] == nil { reader.missing("buttons", in: "a dialog", object) }
    dialog.buttons = (list("buttons", of: object, most: 4) ?? []).compactMap {
      words($0, "a button")
    }
    if let node = object["buttons"], node.elements?.isEmpty == true {
      reader.report(reader.wrong(node, "'buttons'", "at least one button"))
    }
    return .dialog(dialog)
  }

  private mutating func shape(_ node: JSONNode) -> MotionThing.Kind? {
    guard let object = reader.object(node, "a shape", keys: ["outline", "fill", "ratio"]) else {
      return nil
    }
    var shape = MotionThing.ShapeOfThing()
    shape.outline =
      reader.choice("outline", of: object, MotionThing.ShapeOfThing.Outline.self) ?? shape.outline
    shape.fill = color("fill", of: object) ?? shape.fill
    shape.ratio = number("ratio", of: object, 0.01...20) ?? shape.ratio
    return .shape(shape)
  }

  private mutating func confetti(_ node: JSONNode) -> MotionThing.Kind? {
    guard
      let object = reader.object(
        node, "confetti", keys: ["count", "seed", "at", "seconds", "colors"])
    else { return nil }
    var confetti = MotionThing.Confetti()
    confetti.count = reader.whole("count", of: object, 1...MotionLimits.confetti) ?? confetti.count
    confetti.seed = reader.whole("seed", of: object, 0...1_000_000_000) ?? confetti.seed
    confetti.start = number("at", of: object, 0...MotionLimits.seconds) ?? confetti.start
    confetti.seconds = number("seconds", of: object, 0.5...20) ?? confetti.seconds
    let colors = (list("colors", of: object, most: 12) ?? []).compactMap { color($0, "a color") }
    if !colors.isEmpty { confetti.colors = colors }
    return .confetti(confetti)
  }
}
