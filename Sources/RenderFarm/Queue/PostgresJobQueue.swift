// What each of its functions does is said once, in JobQueue.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Postgres
internal import SourceJSON
import WallfarmCore
public import WallfarmPluginKit

/// A queue in PostgreSQL, for supervisors on any number of machines.
///
/// Where a connection is lost, the next call makes another one, to any host of the address. A call that was lost on its
/// way may have been done: what it recorded is then not taken for late, and what it leased is given back.
public final class PostgresJobQueue: JobQueue, QueueAdmin {
  let database: PostgresConnection
  /// Whether changes were sent whose answer was lost: they may be recorded.
  private var mayBeRecorded = false
  /// A lease whose answer was lost: it may have handed out units.
  private var lostCall: String?

  /// Connects, and makes the tables where there are none.
  ///
  /// - Parameters:
  ///   - address: `postgres://USER@HOST,OTHER/DATABASE`, or another connection string of libpq.
  ///   - schema: where the tables are: lower-case letters, digits and underscores.
  /// - Throws: `queue-failed`.
  public init(address: String, schema: String = "wallfarm") throws(RenderError) {
    let isName =
      !schema.isEmpty && schema.utf8.count <= 63
      && schema.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
      }
    guard isName else {
      throw .queueFailed(
        "PostgreSQL", "'\(schema.prefix(80))' is no name of a schema",
        hint: "write lower-case letters, digits and underscores")
    }
    database = try PostgresConnection(
      address, setUp: "SET search_path TO \"\(schema)\"; SET application_name TO '\(schema)'",
      errors: PostgresErrors { .queueFailed($0, $1, hint: $2) })
    try PostgresSchema.prepare(database, schema: schema)
  }

  // MARK: - Adding

  public func add(
    _ units: [UnitSpec], generation: Int
  ) throws(RenderError) -> AddedUnits {
    try database.transaction { () throws(RenderError) in
      // One adds at a time, or one of two that add the same unit would be forgotten.
      try database.run("SELECT pg_advisory_xact_lock(\(PostgresSchema.lock))")
      try database.run(
        """
        CREATE TEMP TABLE adding(
          place bigint, id text PRIMARY KEY, digest text, priority bigint, affinity text,
          output text, payload text, seal text) ON COMMIT DROP
        """)
      try database.copy(
        into: "adding",
        units.enumerated().lazy.map { place, unit in
          [
            .integer(place), .text(unit.id), .text(unit.digest), .integer(unit.priority),
            .text(unit.affinity), .text(unit.output), .text(unit.payload), PostgresValue(unit.seal),
          ]
        })
      try database.run("ANALYZE adding")
      return try merge(generation)
    }
  }

  /// Takes over what was copied.
  private func merge(_ generation: Int) throws(RenderError) -> AddedUnits {
    var added = AddedUnits()
    let generation = PostgresValue.integer(generation)
    // What is not drawn, such as its priority and timeout, may change without drawing it again.
    added.known = try database.run(
      """
      UPDATE units SET generation = $1, priority = adding.priority FROM adding
      WHERE units.id = adding.id AND units.digest = adding.digest
      """, [generation]
    ).changes
    try database.run(
      """
      UPDATE work SET affinity = adding.affinity, output = adding.output,
        payload = adding.payload, seal = adding.seal
      FROM adding JOIN units USING(id)
      WHERE work.seq = units.seq AND (work.affinity, work.output, work.payload, work.seal)
        IS DISTINCT FROM (adding.affinity, adding.output, adding.payload, adding.seal)
      """)
    added.changed = try database.run(
      """
      WITH changed AS (
        UPDATE units SET digest = adding.digest, state = 0, token = token + 1, failures = 0,
          due = 0, expires = 0, milliseconds = NULL, generation = $1, priority = adding.priority
        FROM adding WHERE units.id = adding.id AND units.digest <> adding.digest
        RETURNING units.seq
      ), forgotten AS (DELETE FROM outcomes USING changed WHERE outcomes.seq = changed.seq)
      SELECT count(*) FROM changed
      """, [generation]
    ).integer(0, 0)
    added.new = try database.run(
      """
      WITH new AS (
        INSERT INTO units(id, digest, priority, generation)
        SELECT id, digest, priority, $1 FROM adding
        WHERE NOT EXISTS (SELECT 1 FROM units WHERE units.id = adding.id) ORDER BY place
        RETURNING seq, id
      )
      INSERT INTO work SELECT new.seq, affinity, output, payload, seal FROM new JOIN adding USING(id)
      """, [generation]
    ).changes
    try set("generation", to: generation)
    return added
  }

  public func removeUnits(before generation: Int) throws(RenderError) -> Int {
    try database.run(
      """
      WITH gone AS (DELETE FROM units WHERE generation < $1 RETURNING state)
      SELECT count(*) FROM gone WHERE state <> 2
      """, [.integer(generation)]
    ).integer(0, 0)
  }

  // MARK: - Leasing

  public func lease(
    _ most: Int, by holder: String, until: Timestamp, now: Timestamp
  ) throws(RenderError) -> [LeasedUnit] {
    if let lostCall {
      try database.run(
        "UPDATE units SET state = 0, expires = 0 WHERE call = $1 AND state = 1", [.text(lostCall)])
    }
    let call = "\(UInt64.random(in: .min ... .max))"
    lostCall = call
    // What another supervisor takes at this moment is passed over.
    let result = try database.run(
      """
      WITH ready AS (
        SELECT seq FROM units WHERE state = 0 AND (due <= $1 OR due > $2)
          AND NOT EXISTS (SELECT 1 FROM settings WHERE key = 'paused' AND value <> 0)
        ORDER BY priority DESC, seq LIMIT $3 FOR UPDATE SKIP LOCKED
      ), taken AS (
        UPDATE units SET state = 1, token = token + 1, expires = $4, holder = $5, call = $6
        FROM ready WHERE units.seq = ready.seq RETURNING units.*
      )
      SELECT \(Self.leased) FROM taken JOIN work USING(seq) ORDER BY priority DESC, seq
      """,
      [
        .integer(now.milliseconds), .integer(now.adding(RetryPolicy.mostDelay).milliseconds),
        .integer(most), .integer(until.milliseconds), .text(holder), .text(call),
      ])
    lostCall = nil
    return Self.leasedUnits(result)
  }

  private static let leased =
    "id, digest, priority, token, failures, affinity, output, payload, seal"

  private static func leasedUnits(_ result: PostgresResult) -> [LeasedUnit] {
    result.map { row in
      func text(_ column: Int) -> String { result.text(row, column) ?? "" }
      let spec = UnitSpec(
        id: text(0), digest: text(1), priority: result.integer(row, 2), affinity: text(5),
        output: text(6), payload: text(7), seal: result.text(row, 8))
      return LeasedUnit(
        spec: spec, lease: Lease(unit: spec.id, token: result.integer(row, 3)),
        failures: result.integer(row, 4))
    }
  }

  public func record(_ changes: [UnitChange]) throws(RenderError) -> Set<Lease> {
    guard !changes.isEmpty else { return [] }
    // In one order, so that nobody waits for somebody who waits for them. Two of one unit stay as they are.
    let sorted = changes.enumerated().sorted {
      ($0.element.lease.unit, $0.offset) < ($1.element.lease.unit, $1.offset)
    }.map(\.element)
    let isAgain = mayBeRecorded
    mayBeRecorded = true
    let results = try database.transaction { () throws(RenderError) in
      try database.run(each: sorted.map { Self.statement($0, isAgain: isAgain) })
    }
    mayBeRecorded = false
    return Set(zip(sorted, results).filter { $1.integer(0, 0) == 0 }.map(\.0.lease))
  }

  /// The statement of a change; it answers whether the lease still held.
  ///
  /// One that is said again holds as well where it was recorded the first time: the answer was lost.
  private static func statement(
    _ change: UnitChange, isAgain: Bool
  ) -> (sql: String, values: [PostgresValue]) {
    let lease: [PostgresValue] = [.text(change.lease.unit), .integer(change.lease.token)]
    let held = "WHERE id = $1 AND token = $2 AND state = 1"
    func counted(_ update: String, _ outcome: String?, before: String) -> String {
      let known =
        isAgain
        ? """
        + (SELECT count(*) FROM units LEFT JOIN outcomes USING(seq)
           WHERE id = $1 AND token = $2 AND \(before))
        """ : ""
      let noted = outcome.map { ", noted AS (\($0))" } ?? ""
      return """
        WITH changed AS (UPDATE units SET \(update) \(held) RETURNING seq)\(noted)
        SELECT (SELECT count(*) FROM changed) \(known)
        """
    }
    switch change {
    case .done(_, let receipt, let milliseconds):
      return (
        counted(
          "state = 2, milliseconds = $3, expires = 0",
          """
          INSERT INTO outcomes(seq, receipt) SELECT seq, $4 FROM changed
          ON CONFLICT(seq) DO UPDATE SET error = NULL, receipt = excluded.receipt
          """, before: "state = 2 AND receipt = $4"),
        lease + [.integer(milliseconds), .text(receipt)]
      )
    case .failed(_, let error, let retryAt):
      return (
        counted(
          "state = $3, failures = failures + 1, due = $4, expires = 0",
          """
          INSERT INTO outcomes(seq, error) SELECT seq, $5 FROM changed
          ON CONFLICT(seq) DO UPDATE SET error = excluded.error, receipt = NULL
          """, before: "state = $3 AND error = $5"),
        lease + [
          .integer(retryAt == nil ? 3 : 0), .integer(retryAt?.milliseconds ?? 0), .text(error.line),
        ]
      )
    case .givenBack: return (counted("state = 0, expires = 0", nil, before: "state = 0"), lease)
    case .extended(_, let until):
      return (
        counted("expires = $3", nil, before: "false"), lease + [.integer(until.milliseconds)]
      )
    }
  }

  public func expire(
    now: Timestamp, _ policy: RetryPolicy
  ) throws(RenderError) -> [ExpiredLease] {
    try tidyCounts()
    return try database.transaction { () throws(RenderError) in
      let late = try database.run(
        """
        SELECT id, token, failures FROM units WHERE state = 1 AND expires <= $1
        ORDER BY id FOR UPDATE SKIP LOCKED
        """, [.integer(now.milliseconds)])
      let retries = late.map { row in
        (
          lease: Lease(unit: late.text(row, 0) ?? "", token: late.integer(row, 1)),
          retryAt: policy.retry(
            after: .leaseExpired, failures: late.integer(row, 2) + 1, now: now)
        )
      }
      let changes = retries.map {
        UnitChange.failed($0.lease, .leaseExpired(), retryAt: $0.retryAt)
      }
      _ = try database.run(each: changes.map { Self.statement($0, isAgain: false) })
      return retries.map { ExpiredLease(lease: $0.lease, isRetried: $0.retryAt != nil) }
    }
  }

  public func recover(heldBy holder: String) throws(RenderError) -> [LeasedUnit] {
    Self.leasedUnits(
      try database.run(
        """
        WITH held AS (
          UPDATE units SET state = 0, expires = 0 WHERE state = 1 AND holder = $1 RETURNING units.*
        )
        SELECT \(Self.leased) FROM held JOIN work USING(seq) ORDER BY seq
        """, [.text(holder)]))
  }

  // MARK: - Looking

  public func counts() throws(RenderError) -> UnitCounts {
    let result = try database.run("SELECT state, sum(number) FROM counts GROUP BY state")
    return result.map { (QueueSchema.states[result.integer($0, 0)], result.integer($0, 1)) }
      .reduce(into: UnitCounts()) { $0[$1.0] = $1.1 }
  }

  /// Adds up what has gathered.
  private func tidyCounts() throws(RenderError) {
    let rows = try database.run("SELECT count(*) FROM counts").integer(0, 0)
    guard rows > 500 else { return }
    try database.run(
      """
      WITH old AS (DELETE FROM counts RETURNING state, number)
      INSERT INTO counts SELECT state, sum(number) FROM old GROUP BY state
      """)
  }

  private static let columns = """
    SELECT id, digest, priority, affinity, output, payload, seal, state, token, failures, error,
      receipt, milliseconds FROM units JOIN work USING(seq) LEFT JOIN outcomes USING(seq)
    """

  public func units(
    in state: UnitState?, most: Int, after: String?
  ) throws(RenderError) -> [UnitRow] {
    // Where that unit was forgotten meanwhile, what comes after it is unknown.
    let behind = after == nil ? "" : "AND seq > (SELECT seq FROM units WHERE id = $3)"
    let number = state.flatMap { QueueSchema.states.firstIndex(of: $0) }
    let result = try database.run(
      Self.columns
        + " WHERE ($1::bigint IS NULL OR state = $1) \(behind) ORDER BY seq LIMIT $2",
      [PostgresValue(number), .integer(most)] + (after.map { [.text($0)] } ?? []))
    return result.map { Self.row(result, $0) }
  }

  public func unit(_ id: String) throws(RenderError) -> UnitRow? {
    let result = try database.run(Self.columns + " WHERE id = $1", [.text(id)])
    return result.map { Self.row(result, $0) }.first
  }

  private static func row(_ result: PostgresResult, _ row: Int) -> UnitRow {
    func text(_ column: Int) -> String { result.text(row, column) ?? "" }
    return UnitRow(
      spec: UnitSpec(
        id: text(0), digest: text(1), priority: result.integer(row, 2), affinity: text(3),
        output: text(4), payload: text(5), seal: result.text(row, 6)),
      state: QueueSchema.states[result.integer(row, 7)], token: result.integer(row, 8),
      failures: result.integer(row, 9),
      error: result.text(row, 10).flatMap(RenderError.init(line:)), receipt: result.text(row, 11),
      milliseconds: result.text(row, 12).flatMap { Int($0) })
  }
}
