// The protocols JobQueue and QueueAdmin document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import SourceJSON
internal import Storage
import WallfarmCore
public import WallfarmPluginKit

/// A persistent queue in an SQLite file.
///
/// One process renders from it while any number of processes may read and control it.
public final class SQLiteJobQueue: JobQueue, QueueAdmin {
  let database: Database
  public var toolchain: String?
  /// The last time at which the reserve was released or its allocation failed.
  private var releasedAt: ContinuousClock.Instant?

  /// Opens or creates a queue file.
  ///
  /// - Parameters:
  ///   - path: The file, in an existing folder on a local disk, because SQLite needs shared memory.
  ///   - isChecked: Whether to check the file for corruption and allocate the reserve, as a batch
  ///     does.
  /// - Throws: `queue-failed`, `queue-damaged`.
  public init(path: String, isChecked: Bool = false) throws(RenderError) {
    database = try Database(path: path)
    try QueueSchema.prepare(database)
    guard isChecked else { return }
    try QueueSchema.checkIntegrity(of: database)
    try QueueSchema.makeReserve(in: database)
  }

  /// Runs a closure in a transaction; if the disk is full, releases the reserve and retries.
  func write<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    if database.isInTransaction { return try body() }
    do throws(RenderError) {
      return try database.transaction(body)
    } catch {
      guard database.wasFull, try QueueSchema.releaseReserve(of: database) else { throw error }
      releasedAt = .now
      return try database.transaction(body)
    }
  }

  /// Allocates the reserve again if at least 30 s have passed since it was released or since the
  /// last failure.
  private func renewReserve() {
    guard let since = releasedAt, since.duration(to: .now) > .seconds(30) else { return }
    releasedAt = .now
    if (try? QueueSchema.makeReserve(in: database)) != nil { releasedAt = nil }
  }

  // MARK: - Adding

  public func together<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value { try write(body) }

  public func add(
    _ units: [UnitSpec], generation: Int
  ) throws(RenderError) -> AddedUnits {
    try write { () throws(RenderError) in
      var added = AddedUnits()
      let token = try setting("tokens")
      for unit in units { try add(unit, generation, firstToken: token, &added) }
      try set("generation", to: generation)
      return added
    }
  }

  private func add(
    _ unit: UnitSpec, _ generation: Int, firstToken: Int, _ added: inout AddedUnits
  ) throws(RenderError) {
    let known = try database.first(
      "SELECT seq, digest FROM units WHERE id = ?", .text(unit.id)
    ) { (seq: $0.integer(0), digest: $0.text(1)) }
    guard let known else {
      added.new += 1
      try database.run(
        "INSERT INTO units(id, digest, priority, generation, token) VALUES(?, ?, ?, ?, ?)",
        .text(unit.id), .text(unit.digest), SQLValue(unit.priority), SQLValue(generation),
        SQLValue(firstToken))
      try database.run(
        "INSERT INTO work VALUES(last_insert_rowid(), ?, ?, ?, ?, ?)", .text(unit.affinity),
        .text(unit.output), .text(unit.payload), SQLValue(unit.seal), .text(unit.toolchain))
      return
    }
    let seq = SQLValue(known.seq)
    // Values that do not affect the picture, such as priority and timeout, are updated without
    // rendering the unit again.
    try database.run(
      "UPDATE units SET generation = ?, priority = ? WHERE seq = ?", SQLValue(generation),
      SQLValue(unit.priority), seq)
    try database.run(
      "UPDATE work SET affinity = ?, output = ?, payload = ?, seal = ?, toolchain = ? WHERE seq = ?",
      .text(unit.affinity), .text(unit.output), .text(unit.payload), SQLValue(unit.seal),
      .text(unit.toolchain), seq)
    guard known.digest != unit.digest else { return added.known += 1 }
    added.changed += 1
    try database.run(
      """
      UPDATE units SET digest = ?, state = 0, token = token + 1, failures = 0, due = 0, expires = 0,
        milliseconds = NULL WHERE seq = ?
      """, .text(unit.digest), seq)
    try database.run("DELETE FROM outcomes WHERE seq = ?", seq)
  }

  public func removeUnits(before generation: Int) throws(RenderError) -> RemovedUnits {
    try write { () throws(RenderError) in
      let undone = try database.first(
        "SELECT count(*) FROM units WHERE generation < ? AND state <> 2", SQLValue(generation)
      ) { $0.integer(0) }
      let all = try forget("generation < ?", SQLValue(generation))
      return RemovedUnits(all: all, undone: undone ?? 0)
    }
  }

  /// Deletes units, and records their highest token, with which units that are added later start.
  ///
  /// If the token of a unit started again, a store would reject its picture as that of an earlier
  /// attempt.
  @discardableResult
  func forget(_ condition: String, _ value: SQLValue) throws(RenderError) -> Int {
    let used =
      try database.first("SELECT max(token) FROM units WHERE \(condition)", value) {
        $0.integer(0)
      } ?? 0
    if used > 0 { try set("tokens", to: max(used, try setting("tokens"))) }
    for table in ["work", "outcomes"] {
      try database.run(
        "DELETE FROM \(table) WHERE seq IN (SELECT seq FROM units WHERE \(condition))", value)
    }
    return try database.run("DELETE FROM units WHERE \(condition)", value)
  }

  // MARK: - Leasing

  public func lease(
    _ most: Int, films: Int, by holder: String, until: Timestamp, now: Timestamp
  ) throws(RenderError) -> [LeasedUnit] {
    try write { () throws(RenderError) in
      if try isPaused() { return [] }
      let units = try leased(
        """
        WHERE state = 0 AND (due <= ? OR due > ?) AND (? IS NULL OR toolchain = ?)
        ORDER BY priority DESC, seq LIMIT ?
        """,
        [
          SQLValue(now.milliseconds), SQLValue(now.adding(RetryPolicy.mostDelay).milliseconds),
          SQLValue(toolchain), SQLValue(toolchain), SQLValue(most),
        ], tokenOffset: 1
      ).atMost(films, where: \.spec.isFilm)
      for unit in units {
        try database.run(
          "UPDATE units SET state = 1, token = ?, expires = ?, holder = ?, begun = 0 WHERE id = ?",
          SQLValue(unit.lease.token), SQLValue(until.milliseconds), .text(holder),
          .text(unit.spec.id))
      }
      return units
    }
  }

  private func leased(
    _ condition: String, _ values: [SQLValue], tokenOffset: Int
  ) throws(RenderError) -> [LeasedUnit] {
    let sql = """
      SELECT id, digest, priority, token, failures, affinity, output, payload, seal, toolchain
      FROM units JOIN work USING(seq) \(condition)
      """
    func read(_ row: Statement) -> LeasedUnit {
      let spec = UnitSpec(
        id: row.text(0), digest: row.text(1), priority: row.integer(2), affinity: row.text(5),
        output: row.text(6), payload: row.text(7), seal: row.optionalText(8),
        toolchain: row.text(9))
      return LeasedUnit(
        spec: spec, lease: Lease(unit: spec.id, token: row.integer(3) + tokenOffset),
        failures: row.integer(4))
    }
    return try database.rows(sql, values, read: read)
  }

  public func record(_ changes: [UnitChange]) throws(RenderError) -> Set<Lease> {
    renewReserve()
    return try write { () throws(RenderError) in
      var lost: Set<Lease> = []
      for change in changes {
        if try !record(change) { lost.insert(change.lease) }
      }
      return lost
    }
  }

  /// Records a change; returns whether the lease was still valid.
  private func record(_ change: UnitChange) throws(RenderError) -> Bool {
    let (id, token) = (SQLValue.text(change.lease.unit), SQLValue(change.lease.token))
    let held = "WHERE id = ? AND token = ? AND state = 1"
    switch change {
    case .done(_, let receipt, let milliseconds):
      guard
        try database.run(
          "UPDATE units SET state = 2, milliseconds = ?, expires = 0, "
            + "finished = \(QueueSchema.now) \(held)",
          SQLValue(milliseconds), id, token) == 1
      else { return false }
      try setOutcome(of: id, error: .null, receipt: .text(receipt))
    case .failed(_, let error, let retryAt):
      guard
        try database.run(
          "UPDATE units SET state = ?, failures = failures + 1, due = ?, expires = 0 \(held)",
          retryAt == nil ? 3 : 0, SQLValue(retryAt?.milliseconds ?? 0), id, token) == 1
      else { return false }
      try setOutcome(of: id, error: .text(error.line), receipt: .null)
    case .givenBack:
      return try database.run("UPDATE units SET state = 0, expires = 0 \(held)", id, token) == 1
    case .begun:
      return try database.run("UPDATE units SET begun = 1 \(held)", id, token) == 1
    case .extended(_, let until):
      return try database.run(
        "UPDATE units SET expires = ? \(held)", SQLValue(until.milliseconds), id, token) == 1
    }
    return true
  }

  func setOutcome(
    of id: SQLValue, error: SQLValue, receipt: SQLValue
  ) throws(RenderError) {
    try database.run(
      """
      INSERT OR REPLACE INTO outcomes(seq, error, receipt)
      SELECT seq, ?, ? FROM units WHERE id = ?
      """, error, receipt, id)
  }

  public func expire(
    now: Timestamp, _ policy: RetryPolicy
  ) throws(RenderError) -> [ExpiredLease] {
    let late = try database.rows(
      "SELECT id, token, failures, begun FROM units WHERE state = 1 AND expires <= ?",
      SQLValue(now.milliseconds)
    ) { row in
      ExpiredLease(
        Lease(unit: row.text(0), token: row.integer(1)), wasBegun: row.integer(3) != 0,
        failures: row.integer(2), policy, now: now)
    }
    guard !late.isEmpty else { return [] }
    let lost = try record(late.map(\.change))
    return late.filter { !lost.contains($0.lease) }
  }

  public func recover(heldBy holder: String) throws(RenderError) -> [LeasedUnit] {
    try write { () throws(RenderError) in
      // Leases that were created before version 3 have an empty holder, because at that time a
      // queue had only one supervisor, which had no name.
      let its = "WHERE state = 1 AND holder IN (?, '')"
      let held = try leased(its, [.text(holder)], tokenOffset: 0)
      try database.run("UPDATE units SET state = 0, expires = 0 \(its)", .text(holder))
      return held
    }
  }

  // MARK: - Reading

  public func counts() throws(RenderError) -> UnitCounts {
    let rows = try database.rows("SELECT state, number FROM counts") {
      (QueueSchema.states[$0.integer(0)], $0.integer(1))
    }
    return rows.reduce(into: UnitCounts()) { $0[$1.0] = $1.1 }
  }

  static let columns = """
    SELECT id, digest, priority, affinity, output, payload, state, token, failures, error, receipt,
      milliseconds, seal, toolchain FROM units JOIN work USING(seq) LEFT JOIN outcomes USING(seq)
    """

  public func units(
    in state: UnitState?, most: Int, after: String?
  ) throws(RenderError) -> [UnitRow] {
    var from = 0
    if let after {
      // If the unit that `after` names has been removed, its position is unknown, so the result is
      // empty.
      guard
        let found = try database.first(
          "SELECT seq FROM units WHERE id = ?", .text(after), read: { $0.integer(0) })
      else { return [] }
      from = found
    }
    let filter = state.flatMap { QueueSchema.states.firstIndex(of: $0) }
    return try database.rows(
      Self.columns
        + " WHERE units.seq > ? AND (? < 0 OR state = ?) ORDER BY units.seq LIMIT ?",
      SQLValue(from), SQLValue(filter ?? -1), SQLValue(filter ?? -1), SQLValue(most),
      read: Self.row)
  }

  public func unit(_ id: String) throws(RenderError) -> UnitRow? {
    try database.rows(Self.columns + " WHERE id = ?", .text(id), read: Self.row).first
  }

  static func row(_ row: Statement) -> UnitRow {
    UnitRow(
      spec: UnitSpec(
        id: row.text(0), digest: row.text(1), priority: row.integer(2), affinity: row.text(3),
        output: row.text(4), payload: row.text(5), seal: row.optionalText(12),
        toolchain: row.text(13)),
      state: QueueSchema.states[row.integer(6)], token: row.integer(7), failures: row.integer(8),
      error: row.optionalText(9).flatMap(RenderError.init(line:)), receipt: row.optionalText(10),
      milliseconds: row.optionalText(11).flatMap { Int($0) })
  }
}
