package import WallfarmPluginKit

/// A challenge as it stands: what its ledger adds up to.
package struct Challenge: Hashable, Sendable {
  package let goal: StepGoal
  /// From when on steps count.
  package let start: Moment
  /// Whose midnights count days.
  package let zone: String
  package let photo: ChallengePhoto
  /// Whether marks are told.
  package private(set) var tellsMarks: Bool
  /// Whether there is a reminder each day.
  package private(set) var reminds: Bool

  /// Steps since the start, as the last export has them.
  package private(set) var steps = 0
  /// Steps of a day, on average of the days before the last export; nil where there were none.
  package private(set) var average: Double?
  /// When the last export was read.
  package private(set) var readAt: Moment?
  /// When it was made, as it says.
  package private(set) var exportedAt: Moment?
  /// Its digest.
  package private(set) var export: String?
  /// When the goal was reached, as the steps say; nil where it is not.
  package private(set) var reachedAt: Moment?
  /// Marks that were told.
  package private(set) var told: Set<Int> = []
  /// The last day on which somebody was reminded.
  package private(set) var remindedOn: Int?
  /// How it ended; nil as long as it is under way, or its celebration is owed.
  package private(set) var end: End?
  /// The latest moment that the ledger speaks of.
  package private(set) var latest: Moment

  /// How a challenge ends.
  package enum End: Hashable, Sendable {
    /// Somebody has seen the picture.
    case seen(Moment)
    case cancelled(Moment)
  }

  /// Percentages that are told.
  package static let marks = [25, 50, 75, 99, 100]

  /// How much is walked, rounded down; 100 where the goal was reached, and only there.
  package var percent: Int { reachedAt != nil ? 100 : min(99, goal.percent(of: steps)) }
  /// Steps that are left.
  package var left: Int { reachedAt != nil ? 0 : max(0, goal.steps - steps) }
  /// Whether the goal was reached and nobody has looked yet.
  package var owesCelebration: Bool { reachedAt != nil && end == nil }

  /// Days that are left, by the average; nil where nothing is known of it, or it would take years.
  package var daysLeft: Int? {
    guard let average, average >= 1, left > 0 else { return nil }
    let days = (Double(left) / average).rounded(.up)
    return days <= 3650 ? Int(days) : nil
  }

  /// Days from the start to the goal, both counted.
  package func daysTaken(_ zone: Zone) -> Int? {
    reachedAt.map { max(1, zone.day(at: $0).number - zone.day(at: start).number + 1) }
  }

  /// What the beginning of a ledger says.
  init(_ beginning: ChallengeEntry.Beginning) {
    (goal, start, zone) = (beginning.goal, beginning.start, beginning.zone)
    photo = beginning.photo
    (tellsMarks, reminds) = (beginning.tellsMarks, beginning.reminds)
    latest = beginning.at
  }

  /// Adds what was written next.
  mutating func add(_ entry: ChallengeEntry) {
    latest = max(latest, entry.at)
    switch entry {
    case .began: break
    case .read(let reading):
      (steps, average, readAt) = (reading.steps, reading.average, reading.at)
      (exportedAt, export) = (reading.exportedAt ?? exportedAt, reading.export)
      // What was reached stays so.
      reachedAt = reachedAt ?? reading.reachedAt
    case .told(_, let marks): told.formUnion(marks)
    case .reminded(_, let day): remindedOn = day
    case .switched(_, let marks, let reminders): (tellsMarks, reminds) = (marks, reminders)
    case .seen(let at): end = .seen(at)
    case .cancelled(let at): end = .cancelled(at)
    }
  }
}

/// The photo of a challenge, which lies in the challenge's own folder under its digest.
package struct ChallengePhoto: Hashable, Sendable {
  /// SHA-256 of the file, 64 lower-case hex digits.
  package let digest: String
  /// Its pixels; nil where nobody has opened it yet.
  package let size: PixelSize?

  /// Makes one.
  package init(digest: String, size: PixelSize?) { (self.digest, self.size) = (digest, size) }

  /// Photos with fewer pixels on a side look coarse on a phone.
  package static let leastSide = 500

  package var isSmall: Bool { size.map(Self.isSmall) ?? false }

  /// Whether a photo of this size looks coarse.
  package static func isSmall(_ size: PixelSize) -> Bool {
    min(size.width, size.height) < leastSide
  }
}
