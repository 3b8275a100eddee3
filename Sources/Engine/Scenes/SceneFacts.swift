/// What is known of a scene, as text that a person can read and a program can compare.
///
/// A line for each subject: its name, a colon, and properties with their values between semicolons.
package struct SceneFacts: Sendable, Hashable {
  package private(set) var facts: [SceneFact] = []
  /// Subjects of the background, of a scene that was just read; the text does not say which they are.
  var background: Set<String> = []

  package mutating func add(_ subject: String, _ property: String, _ value: FactValue) {
    facts.append(SceneFact(subject: subject, property: property, value: value))
  }

  /// One line for each subject, in the order in which they were added.
  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// The same, line by line.
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

  /// How many ``lines`` there are.
  package var lineCount: Int {
    zip(facts, facts.dropFirst()).count { $0.subject != $1.subject } + (facts.isEmpty ? 0 : 1)
  }

  /// Makes facts of nothing.
  package init() {}

  /// Reads ``text``; nil where a line has another form.
  package init?(reading text: Substring) {
    // Among bytes all through: characters of a whole suite took three times as long.
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstPair(":", " ") else { return nil }
      let subject = String(Substring(line[..<colon]))
      for part in SceneFacts.parts(of: Substring(line[line.index(colon, offsetBy: 2)...])) {
        // A quote in the name of a property would open what its value closes.
        guard let space = part.utf8.firstIndex(of: UInt8(ascii: " ")),
          !part.utf8[..<space].contains(UInt8(ascii: "\"")),
          let value = FactValue(reading: String(part[part.utf8.index(after: space)...]))
        else { return nil }
        add(subject, String(part[..<space]), value)
      }
    }
  }

  /// Splits at semicolons that do not stand in quotes.
  ///
  /// Among bytes, because marks that a person wrote may combine with quote or semicolon.
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

  /// Values by subject and property, and the subjects in their order.
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
