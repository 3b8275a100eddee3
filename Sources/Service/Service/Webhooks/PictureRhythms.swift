internal import Digests
import Storage
import WallfarmCore
import WallfarmPluginKit

/// The stored rhythms of the pictures of people.
struct PictureRhythms: Sendable {
  let webhooks: WebhookRecords
  /// The number of intervals without a fetch after which an event is sent.
  let intervals: Int

  private var store: ServiceStore { webhooks.store }

  /// A change of the rhythm of a screen.
  struct Change: Sendable {
    /// The last render: the expiry of the picture, or that the screen has no picture.
    enum Render: Sendable { case until(Moment), unlimited, nothing }

    var render: Render?
    var fetched: Moment?
  }

  /// Applies changes in one transaction; changes of erased people are ignored.
  ///
  /// - Throws: `store-failed`.
  func apply(_ changes: [(PictureFetches.Key, Change)]) throws(RenderError) {
    guard !changes.isEmpty else { return }
    try store.use { (database) throws(RenderError) in
      for (key, change) in changes {
        guard let reader = Base64.addressBytes(key.reader),
          let person = try database.first(
            "SELECT id FROM people WHERE reader = ?", .blob(reader), read: { $0.text(0) })
        else { continue }
        try apply(change, person, key.picture, in: database)
      }
    }
  }

  private func apply(
    _ change: Change, _ person: String, _ picture: String, in database: Database
  ) throws(RenderError) {
    if case .nothing? = change.render {
      try database.run(
        "DELETE FROM fetches WHERE person = ? AND screen = ?", SQLValue(person),
        SQLValue(picture))
      return
    }
    let known = try database.first(
      "SELECT \(PictureRhythms.columns) FROM fetches WHERE person = ? AND screen = ?",
      SQLValue(person), SQLValue(picture)
    ) { PictureRhythm($0) }
    var rhythm = known ?? PictureRhythm(since: webhooks.clock.read())
    switch change.render {
    case .until(let time)?: rhythm.render(until: time)
    case .unlimited?: rhythm.render(until: nil)
    case .nothing?, nil: break
    }
    if let time = change.fetched { rhythm.fetch(at: time) }
    try write(rhythm, person, picture, in: database)
  }

  private static let columns = "since, fetched, expires, seen, pace, told"

  private func write(
    _ rhythm: PictureRhythm, _ person: String, _ screen: String, in database: Database
  ) throws(RenderError) {
    func seconds(_ time: Moment?) -> SQLValue { SQLValue(time?.seconds ?? 0) }
    try database.run(
      """
      INSERT OR REPLACE INTO fetches(person, screen, \(PictureRhythms.columns), next)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, SQLValue(person), SQLValue(screen), seconds(rhythm.since), seconds(rhythm.fetched),
      seconds(rhythm.expires), seconds(rhythm.seen), SQLValue(rhythm.pace ?? 0),
      SQLValue(rhythm.toldBits), seconds(rhythm.next(intervals: intervals)))
  }

  /// Returns the times at which the pictures of a person were fetched, by the names of the pictures.
  ///
  /// - Throws: `store-failed`.
  func fetches(of person: String) throws(RenderError) -> [String: Moment] {
    let rows = try store.use { (database) throws(RenderError) in
      try database.rows(
        "SELECT screen, fetched FROM fetches WHERE person = ? AND fetched > 0", SQLValue(person)
      ) { (row) throws(RenderError) in (row.text(0), Moment(seconds: row.integer(1))) }
    }
    return Dictionary(rows) { $1 }
  }

  /// Queues the events that are due, for a number of pictures.
  ///
  /// - Returns: The number of pictures.
  /// - Throws: `store-failed`.
  func announce(most: Int, at now: Moment) throws(RenderError) -> Int {
    try store.use { (database) throws(RenderError) in
      let rows = try database.rows(
        """
        SELECT \(PictureRhythms.columns), person, screen, client FROM fetches
          JOIN people ON id = person WHERE next > 0 AND next <= ? ORDER BY next LIMIT ?
        """, SQLValue(now.seconds), SQLValue(most)
      ) { (row) throws(RenderError) in (PictureRhythm(row), row.text(6), row.text(7), row.text(8)) }
      for (found, person, screen, client) in rows {
        var rhythm = found
        let events = rhythm.events(at: now, intervals: intervals).map {
          WebhookEvent($0, person: person, .screen(screen))
        }
        try webhooks.post(events, of: client, in: database)
        try write(rhythm, person, screen, in: database)
      }
      return rows.count
    }
  }
}

extension PictureRhythm {
  fileprivate init(_ row: Statement) {
    func time(_ column: Int) -> Moment? {
      row.integer(column) == 0 ? nil : Moment(seconds: row.integer(column))
    }
    self.init(
      since: Moment(seconds: row.integer(0)), fetched: time(1), expires: time(2), seen: time(3),
      pace: row.integer(4) == 0 ? nil : row.integer(4), told: row.integer(5))
  }
}

extension Base64 {
  /// Decodes 32 bytes from the URL-safe alphabet without padding; returns `nil` for invalid text.
  fileprivate static func addressBytes(_ text: String) -> [UInt8]? {
    bytes(of: text.replacing("-", with: "+").replacing("_", with: "/") + "=")
  }
}
