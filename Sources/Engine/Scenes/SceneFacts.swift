/// The facts of a scene as readable text that can be compared.
///
/// Each line describes one subject: its name, a colon, and properties separated by semicolons.
package struct SceneFacts: Sendable, Hashable {
  package private(set) var facts: [SceneFact] = []
  /// The subjects of the background; empty for parsed facts, because the text form does not record
  /// which subjects belong to it.
  package var background: Set<String> = []

  package mutating func add(_ subject: String, _ property: String, _ value: FactValue) {
    facts.append(SceneFact(subject: subject, property: property, value: value))
  }

  /// The text form, with one line for each subject in insertion order.
  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// The lines of the text form.
  package var lines: [String] {
    var lines: [(subject: String, parts: [String])] = []
    for fact in facts {
      let part = "\(fact.property) \(fact.value.written)"
      if lines.last?.subject == fact.subject {
        lines[lines.count - 1].parts.append(part)
      } else {
        lines.append((fact.subject, [part]))
      }
    }
    return lines.map { "\($0.subject): \($0.parts.joined(separator: "; "))" }
  }

  /// The number of ``lines``.
  package var lineCount: Int {
    zip(facts, facts.dropFirst()).count { $0.subject != $1.subject } + (facts.isEmpty ? 0 : 1)
  }

  /// Creates an empty list of facts.
  package init() {}

  /// Parses ``text``; returns `nil` if a line is malformed.
  package init?(reading text: Substring) {
    // Parse bytes, because parsing characters takes three times as long for a full snapshot suite.
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstPair(":", " ") else { return nil }
      let subject = String(Substring(line[..<colon]))
      for part in SceneFacts.parts(of: Substring(line[line.index(colon, offsetBy: 2)...])) {
        // A quote in a property name would unbalance the quotes of the value.
        guard let space = part.utf8.firstIndex(of: UInt8(ascii: " ")),
          !part.utf8[..<space].contains(UInt8(ascii: "\"")),
          let value = FactValue(reading: String(part[part.utf8.index(after: space)...]))
        else { return nil }
        add(subject, String(part[..<space]), value)
      }
    }
  }

  /// Splits at semicolons outside quotes.
  ///
  /// The method processes bytes, because combining marks in user text can attach to a quote or
  /// semicolon.
  private static func parts(of line: Substring) -> [Substring] {
    let bytes = line.utf8
    var parts: [Substring] = []
    var start = bytes.startIndex
    var (isQuoted, isEscaped) = (false, false)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      let next = bytes.index(after: index)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = isQuoted
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ";"), !isQuoted, next < bytes.endIndex,
        bytes[next] == UInt8(ascii: " ")
      {
        parts.append(line[start..<index])
        start = bytes.index(after: next)
      }
      index = next
    }
    return parts + [line[start...]]
  }

  /// The values by subject and property, and the subjects in order.
  var table: (values: [String: [String: FactValue]], subjects: [String]) {
    var values: [String: [String: FactValue]] = [:]
    var subjects: [String] = []
    for fact in facts {
      if values[fact.subject] == nil { subjects.append(fact.subject) }
      values[fact.subject, default: [:]][fact.property] = fact.value
    }
    return (values, subjects)
  }
}
