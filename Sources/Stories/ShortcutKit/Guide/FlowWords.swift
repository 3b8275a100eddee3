import Files
package import SourceJSON

/// The texts of the first-run flow in one language; some of them also appear in the guide.
///
/// `CResources` embeds the texts of `Flows/notewall`.
package struct FlowWords {
  /// Texts by key.
  package let texts: [String: String]

  /// Loads the embedded texts of a language.
  package init(_ language: GuideLanguage) {
    let node = try? WrittenFile.parse(
      language.flowTexts, file: "notewall-\(language.rawValue).json")
    guard let members = node?.members else {
      preconditionFailure("the texts of the flow in \(language.rawValue) are not a JSON object")
    }
    var texts: [String: String] = [:]
    for member in members { texts[member.key] = member.value.string }
    self.texts = texts
  }

  /// The text that a reference refers to; nil if the text or the requested part does not exist.
  package func text(of reference: FlowReference) -> String? {
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

/// A reference to text in the flow: `{"flow": "fix.step-3", "part": "first"}`.
package struct FlowReference: Sendable, Hashable {
  /// The text's key in the flow.
  package let key: String
  /// The part of the text; nil for the whole text.
  package let part: Part?

  /// A part of the text.
  package enum Part: String, Sendable {
    /// The first sentence, as a heading.
    case first
    /// The text after the first sentence.
    case rest
  }

  /// Decodes a reference; nil if the object has no `flow` key or has an unknown part.
  package init?(_ node: JSONNode) {
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
  /// Splits off the first sentence and formats it as a heading.
  ///
  /// The sentence ends at the first `.`, `:`, `؛`, `?`, `!` or `؟` that is followed by whitespace
  /// or the end of the text, or at the first `。`, `：`, `？` or `！`. Text within “…”, «…» or 「…」
  /// quotes the user interface, so punctuation in it does not end a sentence. The heading keeps the
  /// final punctuation mark only if it is a question mark or an exclamation mark.
  package var dividedAfterFirstSentence: (first: String, rest: String) {
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
