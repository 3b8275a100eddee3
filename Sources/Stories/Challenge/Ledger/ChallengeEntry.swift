package import SourceJSON
package import WallfarmPluginKit

/// An event of a challenge, as recorded in its ledger.
package enum ChallengeEntry: Hashable, Sendable {
  case began(Beginning)
  case read(Reading)
  /// Milestones were announced, in percent.
  case told(Moment, [Int])
  /// A reminder was sent; the number is the day on which it was sent, in days since 1970.
  case reminded(Moment, Int)
  /// Notifications were switched on or off: the first value is for milestones, the second for
  /// reminders.
  case switched(Moment, Bool, Bool)
  case seen(Moment)
  case cancelled(Moment)

  package struct Beginning: Hashable, Sendable {
    var at: Moment
    var goal: StepGoal
    var start: Moment
    var zone: String
    var photo: ChallengePhoto
    var tellsMarks: Bool
    var reminds: Bool

    package init(
      at: Moment, goal: StepGoal, start: Moment, zone: String, photo: ChallengePhoto,
      tellsMarks: Bool, reminds: Bool
    ) {
      self.at = at
      self.goal = goal
      self.start = start
      self.zone = zone
      self.photo = photo
      self.tellsMarks = tellsMarks
      self.reminds = reminds
    }
  }

  /// The result of reading an export.
  package struct Reading: Hashable, Sendable {
    var at: Moment
    /// The SHA-256 of the export.
    var export: String
    var exportedAt: Moment?
    var steps: Int
    var average: Double?
    var reachedAt: Moment?
    /// Steps that are not counted because they are implausible.
    var implausible: Int

    package init(
      at: Moment, export: String, exportedAt: Moment? = nil, steps: Int, average: Double? = nil,
      reachedAt: Moment? = nil, implausible: Int
    ) {
      self.at = at
      self.export = export
      self.exportedAt = exportedAt
      self.steps = steps
      self.average = average
      self.reachedAt = reachedAt
      self.implausible = implausible
    }
  }

  var at: Moment {
    switch self {
    case .began(let beginning): beginning.at
    case .read(let reading): reading.at
    case .told(let at, _), .reminded(let at, _), .switched(let at, _, _), .seen(let at),
      .cancelled(let at):
      at
    }
  }
}

// Encodes entries as JSON for a ledger, and decodes them.
extension ChallengeEntry {
  var words: JSONValue {
    var words: [String: JSONValue] = ["at": .string(at.description)]
    switch self {
    case .began(let beginning):
      words["entry"] = "began"
      words["goal"] = .number(Double(beginning.goal.steps))
      words["start"] = .string(beginning.start.description)
      words["zone"] = .string(beginning.zone)
      words["photo"] = .string(beginning.photo.digest)
      words["width"] = beginning.photo.size.map { .number(Double($0.width)) }
      words["height"] = beginning.photo.size.map { .number(Double($0.height)) }
      words["alerts"] = .bool(beginning.tellsMarks)
      words["reminders"] = .bool(beginning.reminds)
    case .read(let reading):
      words["entry"] = "read"
      words["export"] = .string(reading.export)
      words["steps"] = .number(Double(reading.steps))
      words["implausible"] = .number(Double(reading.implausible))
      words["exported"] = reading.exportedAt.map { .string($0.description) }
      words["average"] = reading.average.map { .number($0) }
      words["reached"] = reading.reachedAt.map { .string($0.description) }
    case .told(_, let marks):
      words["entry"] = "told"
      words["marks"] = .array(marks.map { .number(Double($0)) })
    case .reminded(_, let day):
      words["entry"] = "reminded"
      words["day"] = .number(Double(day))
    case .switched(_, let alerts, let reminders):
      words["entry"] = "switched"
      words["alerts"] = .bool(alerts)
      words["reminders"] = .bool(reminders)
    case .seen: words["entry"] = "seen"
    case .cancelled: words["entry"] = "cancelled"
    }
    return .object(words)
  }

  /// Decodes an entry; returns nil if the entry is invalid.
  package init?(_ node: JSONNode) {
    guard let at = node.moment("at"), let name = node["entry"]?.string else { return nil }
    switch name {
    case "began":
      guard let beginning = Beginning(node, at: at) else { return nil }
      self = .began(beginning)
    case "read":
      guard let reading = Reading(node, at: at) else { return nil }
      self = .read(reading)
    case "told":
      guard let marks = node["marks"]?.elements?.compactMap(\.whole) else { return nil }
      self = .told(at, marks)
    case "reminded":
      guard let day = node["day"]?.whole else { return nil }
      self = .reminded(at, day)
    case "switched":
      guard let alerts = node["alerts"]?.bool, let reminders = node["reminders"]?.bool else {
        return nil
      }
      self = .switched(at, alerts, reminders)
    case "seen": self = .seen(at)
    case "cancelled": self = .cancelled(at)
    default: return nil
    }
  }
}

extension ChallengeEntry.Beginning {
  fileprivate init?(_ node: JSONNode, at: Moment) {
    guard let goal = node["goal"]?.whole.flatMap(StepGoal.init), let start = node.moment("start"),
      let zone = node["zone"]?.string, let alerts = node["alerts"]?.bool,
      let reminders = node["reminders"]?.bool, let photo = ChallengePhoto(node)
    else { return nil }
    self.init(
      at: at, goal: goal, start: start, zone: zone, photo: photo, tellsMarks: alerts,
      reminds: reminders)
  }
}

extension ChallengePhoto {
  fileprivate init?(_ node: JSONNode) {
    // Validate the digest, because it becomes a file name.
    guard let digest = node["photo"]?.string, digest.utf8.count == 64,
      digest.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    guard let width = node["width"]?.whole, let height = node["height"]?.whole else {
      self.init(digest: digest, size: nil)
      return
    }
    guard width > 0, height > 0 else { return nil }
    self.init(digest: digest, size: PixelSize(width: width, height: height))
  }
}

extension ChallengeEntry.Reading {
  /// Valid averages in steps per day.
  ///
  /// The maximum is far above 432,000, which is 300 steps a minute for a whole day.
  static let averages = 0.0...1e7

  fileprivate init?(_ node: JSONNode, at: Moment) {
    let average = node["average"]?.number
    guard let export = node["export"]?.string, let steps = node["steps"]?.whole, steps >= 0,
      let implausible = node["implausible"]?.whole, Self.averages.contains(average ?? 0)
    else { return nil }
    self.init(
      at: at, export: export, exportedAt: node.moment("exported"), steps: steps, average: average,
      reachedAt: node.moment("reached"), implausible: implausible)
  }
}

extension JSONNode {
  fileprivate func moment(_ key: String) -> Moment? { self[key]?.string.flatMap { Moment($0) } }
}
