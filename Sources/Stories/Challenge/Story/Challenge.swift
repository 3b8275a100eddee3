package import WallfarmPluginKit

/// The state of a challenge, computed from its ledger.
package struct Challenge: Hashable, Sendable {
  package let goal: StepGoal
  /// The time from which steps count.
  package let start: Moment
  /// The time zone that determines when each day begins.
  package let zone: String
  package let photo: ChallengePhoto
  /// Whether milestones are announced.
  package private(set) var tellsMarks: Bool
  /// Whether daily reminders are sent.
  package private(set) var reminds: Bool

  /// Steps since the start, according to the last export.
  package private(set) var steps = 0
  /// Average number of steps per day before the last export; nil if there is no data.
  package private(set) var average: Double?
  /// The time at which the last export was read.
  package private(set) var readAt: Moment?
  /// The creation time of the last export according to its file.
  package private(set) var exportedAt: Moment?
  /// The SHA-256 of the last export.
  package private(set) var export: String?
  /// The time at which the goal was reached, according to the step records.
  package private(set) var reachedAt: Moment?
  /// The milestones that were announced, in percent.
  package private(set) var told: Set<Int> = []
  /// The day of the last reminder, in days since 1970.
  package private(set) var remindedOn: Int?
  /// The end of the challenge; nil while it is in progress or its completion has not been shown
  /// yet.
  package private(set) var end: End?
  /// The latest time in the ledger.
  package private(set) var latest: Moment

  /// The way in which a challenge ended.
  package enum End: Hashable, Sendable {
    /// The user reached the goal and has seen the picture.
    case seen(Moment)
    case cancelled(Moment)
  }

  /// Milestones in percent.
  package static let marks = [25, 50, 75, 99, 100]

  /// The progress in percent, rounded down; 100 if, and only if, the goal was reached.
  package var percent: Int { reachedAt != nil ? 100 : min(99, goal.percent(of: steps)) }
  /// The remaining steps.
  package var left: Int { reachedAt != nil ? 0 : max(0, goal.steps - steps) }
  /// Whether the goal was reached and the picture has not been seen yet.
  package var owesCelebration: Bool { reachedAt != nil && end == nil }

  /// The remaining days at the average pace.
  ///
  /// The value is nil if the pace is unknown, no steps remain, or the result exceeds 3,650.
  package var daysLeft: Int? {
    guard let average, average >= 1, left > 0 else { return nil }
    let days = (Double(left) / average).rounded(.up)
    return days <= 3650 ? Int(days) : nil
  }

  /// Returns the number of days from the start to the day on which the goal was reached, including
  /// both days.
  package func daysTaken(_ zone: Zone) -> Int? {
    reachedAt.map { max(1, zone.day(at: $0).number - zone.day(at: start).number + 1) }
  }

  /// Creates the initial state from the first entry of a ledger.
  package init(_ beginning: ChallengeEntry.Beginning) {
    (goal, start, zone) = (beginning.goal, beginning.start, beginning.zone)
    photo = beginning.photo
    (tellsMarks, reminds) = (beginning.tellsMarks, beginning.reminds)
    latest = beginning.at
  }

  /// Applies the next entry.
  package mutating func add(_ entry: ChallengeEntry) {
    latest = max(latest, entry.at)
    switch entry {
    case .began: break
    case .read(let reading):
      (steps, average, readAt) = (reading.steps, reading.average, reading.at)
      (exportedAt, export) = (reading.exportedAt ?? exportedAt, reading.export)
      // Once reached, a goal stays reached.
      reachedAt = reachedAt ?? reading.reachedAt
    case .told(_, let marks): told.formUnion(marks)
    case .reminded(_, let day): remindedOn = day
    case .switched(_, let marks, let reminders): (tellsMarks, reminds) = (marks, reminders)
    case .seen(let at): end = .seen(at)
    case .cancelled(let at): end = .cancelled(at)
    }
  }
}

/// The photo of a challenge, stored under its digest in the folder of the challenge.
package struct ChallengePhoto: Hashable, Sendable {
  /// The SHA-256 of the file, in 64 lowercase hex digits.
  package let digest: String
  /// The size in pixels; nil until the photo has been decoded.
  package let size: PixelSize?

  /// Creates a reference to a photo.
  package init(digest: String, size: PixelSize?) { (self.digest, self.size) = (digest, size) }

  /// The minimum side length in pixels; smaller photos look coarse on a phone.
  package static let leastSide = 500

  package var isSmall: Bool { size.map(Self.isSmall) ?? false }

  /// Returns whether a photo of this size looks coarse on a phone.
  package static func isSmall(_ size: PixelSize) -> Bool {
    min(size.width, size.height) < leastSide
  }
}
