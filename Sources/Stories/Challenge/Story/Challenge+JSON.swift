package import SourceJSON
import WallfarmPluginKit

extension Challenge {
  /// The state of the challenge as JSON for other programs.
  package var json: JSONValue {
    get throws(RenderError) {
      let zone = try clock
      func text(_ moment: Moment?) -> JSONValue {
        moment.map { .string($0.written(offset: zone.offset(at: $0))) } ?? .null
      }
      let state: String =
        switch end {
        case .seen: "finished"
        case .cancelled: "cancelled"
        case nil: reachedAt == nil ? "under-way" : "reached"
        }
      return [
        "state": .string(state), "goal": .number(Double(goal.steps)),
        "steps": .number(Double(steps)), "percent": .number(Double(percent)),
        "left": .number(Double(left)), "start": text(start), "zone": .string(self.zone),
        "average": average.map { .number($0.rounded()) } ?? .null,
        "daysLeft": daysLeft.map { .number(Double($0)) } ?? .null,
        "reached": text(reachedAt), "read": text(readAt), "exported": text(exportedAt),
        "daysTaken": daysTaken(zone).map { .number(Double($0)) } ?? .null,
        "alerts": .bool(tellsMarks), "reminders": .bool(reminds),
        "celebration": .bool(owesCelebration),
        "told": .array(told.sorted().map { .number(Double($0)) }),
      ]
    }
  }
}

extension ChallengeStore.Kept {
  /// The state of the challenge as JSON, with its identifier.
  package var json: JSONValue {
    get throws(RenderError) {
      guard case .object(var members) = try challenge.json else { return .null }
      members["id"] = .string(id)
      return .object(members)
    }
  }
}
