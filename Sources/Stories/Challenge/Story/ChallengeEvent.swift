package import SourceJSON
package import WallfarmPluginKit

/// A notification for the user, which is passed as a line of JSON to the program that delivers it.
package enum ChallengeEvent: Hashable, Sendable {
  /// A milestone, given in percent, was passed; 100 means that the goal was reached.
  case mark(Int)
  /// The daily reminder.
  case reminder

  /// Returns the notifications to send at a given time, in order.
  static func owed(by challenge: Challenge, now: Moment, _ zone: Zone) -> [ChallengeEvent] {
    guard challenge.end == nil else { return [] }
    var owed: [ChallengeEvent] = []
    if challenge.tellsMarks {
      owed += passed(by: challenge).map { .mark($0) }
    }
    let today = zone.day(at: now).number
    // Send no reminder on the day on which the challenge starts.
    if challenge.reminds, challenge.reachedAt == nil, today > zone.day(at: challenge.start).number,
      challenge.remindedOn.map({ $0 < today }) ?? true
    {
      owed.append(.reminder)
    }
    return owed
  }

  /// Returns the milestones that were passed but not announced.
  static func passed(by challenge: Challenge) -> [Int] {
    Challenge.marks.filter { challenge.percent >= $0 && !challenge.told.contains($0) }
  }

  /// Returns the notification as a JSON object, which is sent on one line.
  package func words(of challenge: Challenge, _ words: ChallengeText, _ zone: Zone) -> JSONValue {
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
