package import SourceJSON
package import WallfarmPluginKit

/// What a person is to be told; the program that notifies gets it as a line of JSON.
package enum ChallengeEvent: Hashable, Sendable {
  /// A percentage was passed; 100: the goal is reached.
  case mark(Int)
  /// Once a day, where somebody wants it.
  case reminder

  /// What is owed at a moment, in the order in which it is to be told.
  static func owed(by challenge: Challenge, now: Moment, _ zone: Zone) -> [ChallengeEvent] {
    guard challenge.end == nil else { return [] }
    var owed: [ChallengeEvent] = []
    if challenge.tellsMarks {
      owed += passed(by: challenge).map { .mark($0) }
    }
    let today = zone.day(at: now).number
    // On the day itself on which it begins nobody has to be reminded.
    if challenge.reminds, challenge.reachedAt == nil, today > zone.day(at: challenge.start).number,
      challenge.remindedOn.map({ $0 < today }) ?? true
    {
      owed.append(.reminder)
    }
    return owed
  }

  /// Marks that were passed and not told.
  static func passed(by challenge: Challenge) -> [Int] {
    Challenge.marks.filter { challenge.percent >= $0 && !challenge.told.contains($0) }
  }

  /// As a line has it.
  package func words(of challenge: Challenge, _ words: ChallengeWords, _ zone: Zone) -> JSONValue {
    var line: [String: JSONValue] = [
      "percent": .number(Double(challenge.percent)), "steps": .number(Double(challenge.steps)),
      "goal": .number(Double(challenge.goal.steps)), "left": .number(Double(challenge.left)),
    ]
    switch self {
    case .mark(let mark):
      line["event"] = mark == 100 ? "reached" : "mark"
      line["mark"] = .number(Double(mark))
      line["text"] = .string(words.mark(mark, of: challenge, zone))
    case .reminder:
      line["event"] = "reminder"
      line["text"] = .string(words.reminder(of: challenge))
    }
    return .object(line)
  }
}
