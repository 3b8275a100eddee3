/// All that is known of a scene, as text that a person can read and a program can compare.
///
/// A line for each subject: its name, a colon, and properties with their values between semicolons.
struct SceneFacts: Sendable, Hashable {
  private(set) var facts: [SceneFact] = []

  mutating func add(_ subject: String, _ property: String, _ value: FactValue) {
    facts.append(SceneFact(subject: subject, property: property, value: value))
  }

  /// One line for each subject, in the order in which they were added.
  var text: String {
    var lines: [(subject: String, parts: [String])] = []
    for fact in facts {
      let part = "\(fact.property) \(fact.value.written)"
      if lines.last?.subject == fact.subject {
        lines[lines.count - 1].parts.append(part)
      } else {
        lines.append((fact.subject, [part]))
      }
    }
    return lines.map { "\($0.subject): \($0.parts.joined(separator: "; "))\n" }.joined()
  }

  init() {}

  /// Reads ``text``; nil where a line has another form.
  init?(reading text: Substring) {
    for line in text.split(separator: "\n") {
      guard let colon = line.firstRange(of: ": ") else { return nil }
      let subject = String(line[..<colon.lowerBound])
      for part in SceneFacts.parts(of: line[colon.upperBound...]) {
        guard let space = part.firstIndex(of: " "),
          let value = FactValue(reading: String(part[part.index(after: space)...]))
        else { return nil }
        add(subject, String(part[..<space]), value)
      }
    }
  }

  /// Splits at semicolons that do not stand in quotes.
  private static func parts(of line: Substring) -> [Substring] {
    var parts: [Substring] = []
    var start = line.startIndex
    var (isQuoted, isEscaped) = (false, false)
    var index = line.startIndex
    while index < line.endIndex {
      let character = line[index]
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = isQuoted
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted, line[line.index(after: index)...].first == " " {
        parts.append(line[start..<index])
        start = line.index(index, offsetBy: 2)
        index = start
        continue
      }
      index = line.index(after: index)
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
