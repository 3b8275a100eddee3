/// The texts of a flow in one language, by key.
///
/// Keys derive from the flow: `hook.title` is the title of the step `hook`, and `hook.start` is the
/// label of the step's action `start`. Texts may contain placeholders for facts, such as
/// `{preset}`.
package struct FlowTexts: Sendable {
  package let language: String
  package let texts: [String: String]

  package init(language: String, texts: [String: String]) {
    (self.language, self.texts) = (language, texts)
  }

  /// Returns the text for a key with its placeholders filled in, or the key if there is no text.
  package func text(_ key: String, _ flow: Flow, _ state: FlowState) -> String {
    guard let text = texts[key] else { return key }
    guard text.contains("{") else { return text }
    // Replace placeholders in one pass, so that braces in user input are not interpreted.
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let end = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<end]
      result += rest[..<open] + value(of: String(name), flow, state)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private func value(of name: String, _ flow: Flow, _ state: FlowState) -> String {
    guard let place = flow.facts.firstIndex(where: { $0.name == name }) else { return "{\(name)}" }
    switch state.facts[place] {
    case .unknown: return "–"
    case .flag(let flag): return flag ? "✓" : "–"
    case .number(let number): return "\(number)"
    case .word(let word): return texts["facts.\(name).\(word)"] ?? word
    case .texts(let texts): return "\(texts.count)"
    }
  }

  /// The names of the placeholders in a string, in order.
  package static func fields(of text: String) -> [String] {
    var fields: [String] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let end = rest[open...].firstIndex(of: "}") {
      fields.append(String(rest[rest.index(after: open)..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return fields
  }
}

extension Flow {
  /// The keys of all texts that the flow uses.
  package var textKeys: [String] {
    var keys: [String] = ["title"]
    for step in steps {
      keys.append("\(step.name).title")
      for block in step.show {
        switch block.content {
        case .text(let name): keys.append("\(step.name).\(name)")
        case .picture: break
        case .film(_, let texts): keys += texts.map { "\(step.name).\($0)" }
        }
      }
      keys += step.actions.flatMap { $0.textKeys(under: step.name) }
      for doing in [step.enter, step.after?.doing] {
        keys += doing?.textKeys(under: step.name) ?? []
      }
      for fact in step.ask {
        keys.append("facts.\(facts[fact].name)")
        if case .choice(let words) = facts[fact].kind {
          keys += words.map { "facts.\(facts[fact].name).\($0)" }
        }
      }
    }
    keys += always.flatMap { $0.textKeys(under: "always") }
    for notice in notices {
      keys.append("notices.\(notice.name)")
      keys += notice.actions.flatMap { $0.textKeys(under: "notices.\(notice.name)") }
    }
    keys += media.map { "media.\($0.name)" }
    keys += milestones.map { "milestones.\($0.name)" }
    keys += effects.filter(\.isTask).map { "tasks.\($0.name)" }
    var seen: Set<String> = []
    return keys.filter { seen.insert($0).inserted }
  }
}

extension Action {
  fileprivate func textKeys(under parent: String) -> [String] {
    let own = "\(parent).\(name)"
    return [own] + (need == nil ? [] : ["\(own).why"])
      + (confirms ? ["\(own).confirm", "\(own).yes", "\(own).no"] : [])
      + doing.textKeys(under: parent)
  }
}

extension Doing {
  fileprivate func textKeys(under parent: String) -> [String] {
    effect?.then.compactMap { $0?.says.map { "\(parent).\($0)" } } ?? []
  }
}
