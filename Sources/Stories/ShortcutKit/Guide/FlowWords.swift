import Files
import SourceJSON

/// The words of the first-run flow in one language: the guide takes them where both say the same.
///
/// They are the texts of `Flows/notewall`, compiled into the program by `CResources`.
struct FlowWords {
  /// What is said by key.
  let texts: [String: String]

  /// Reads the words of a language, which are part of the program.
  init(_ language: GuideLanguage) {
    let node = try? WrittenFile.parse(
      language.flowTexts, file: "notewall-\(language.rawValue).json")
    guard let members = node?.members else {
      preconditionFailure("the texts of the flow in \(language.rawValue) are no JSON object")
    }
    var texts: [String: String] = [:]
    for member in members { texts[member.key] = member.value.string }
    self.texts = texts
  }

  /// The text that a reference leads to; nil where there is none, or no such part of it.
  func text(of reference: FlowReference) -> String? {
    guard let text = texts[reference.key] else { return nil }
    switch reference.part {
    case nil: return text
    case .first: return text.dividedAfterFirstSentence.first
    case .rest:
      let rest = text.dividedAfterFirstSentence.rest
      return rest.isEmpty ? nil : rest
    }
  }
}

/// Where a text of the guide stands in the flow: `{"flow": "fix.step-3", "part": "first"}`.
struct FlowReference: Sendable, Hashable {
  /// Its key there.
  let key: String
  /// Nil: all of it.
  let part: Part?

  /// A part of a text.
  enum Part: String, Sendable {
    /// Its first sentence, as a heading.
    case first
    /// What follows that sentence.
    case rest
  }

  /// Reads one; nil where an object names no text of the flow, or an unknown part of it.
  init?(_ node: JSONNode) {
    guard let key = node["flow"]?.string else { return nil }
    self.key = key
    guard let written = node["part"] else {
      part = nil
      return
    }
    guard let part = written.string.flatMap(Part.init(rawValue:)) else { return nil }
    self.part = part
  }
}

extension String {
  /// The first sentence, as a heading has it, and what follows.
  ///
  /// A sentence ends at the first `.`, `:`, `؛`, `?`, `!` or `؟` before a space or the end, or at the
  /// first `。`, `：`, `？` or `！`. What stands in “…”, «…» or 「…」 is on a screen, and ends none. A
  /// heading keeps only a mark that asks or calls.
  var dividedAfterFirstSentence: (first: String, rest: String) {
    var depth = 0
    for place in indices {
      let (sign, after) = (self[place], index(after: place))
      if "“«「".contains(sign) { depth += 1 }
      if "”»」".contains(sign) { depth -= 1 }
      let isLast = after == endIndex || self[after].isWhitespace
      let isEnd = "。：？！".contains(sign) || (isLast && ".:؛?!؟".contains(sign))
      guard depth == 0, isEnd else { continue }
      let heading = self[..<("?!؟？！".contains(sign) ? after : place)]
      return (String(heading), String(self[after...].drop { $0.isWhitespace }))
    }
    return (self, "")
  }
}
