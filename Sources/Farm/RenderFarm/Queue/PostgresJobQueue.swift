// The protocols JobQueue and QueueAdmin document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Postgres
internal import SourceJSON
import WallfarmCore
public import WallfarmPluginKit

/// A queue in PostgreSQL for supervisors on any number of machines.
///
/// After a lost connection, the next call reconnects to any host in the address. If the response to
/// a call was lost, the server may still have executed the call. In that case, results that the
/// call recorded are not treated as late, and units that the call leased are returned to the queue.
/// All times come from the server's clock, because the clocks of the machines differ.
public final class PostgresJobQueue: JobQueue, QueueAdmin {
  let database: PostgresConnection
  let schema: String
  public var toolchain: String?
  /// Whether the response to a write was lost; if so, the changes may already be recorded.
  private var mayBeRecorded = false
  /// The identifier of a lease call whose response was lost; the call may have leased units.
  private var lostCall: String?
  /// The last time read from the server's clock, with the local time and the number of reconnects
  /// at that moment.
  private var clock: (server: Int, at: SuspendingClock.Instant, reconnects: Int)?
  /// Whether a newer version has made the tables incompatible with this program.
  public private(set) var isOutdated = false
  /// Whether the role of this connection may read payloads; `nil` until checked.
  var seesWork: Bool?

  /// Maximum interval between readings of the server's clock.
  private static let betweenClocks = Duration.seconds(60)
  /// Timeout for statements that change many units.
  static let longestChange = Duration.seconds(600)

  /// Returns whether an address refers to a PostgreSQL queue.
  public static func isAddress(_ address: String) -> Bool {
    address.hasPrefix("postgres://") || address.hasPrefix("postgresql://")
  }

  /// Returns an address without its password, for display.
  public static func shown(_ address: String) -> String {
    PostgresConnection.withoutPassword(address)
  }

  /// Connects to a queue.
  ///
  /// - Parameters:
  ///   - address: `postgres://USER@HOST,OTHER/DATABASE`, or another libpq connection string.
  ///   - schema: The schema that contains the tables. Its name consists of lowercase letters,
  ///     digits and underscores.
  ///   - makesTables: Whether to create missing tables.
  /// - Throws: `queue-failed`.
  public init(
    address: String, schema: String = "wallfarm", makesTables: Bool = false
  ) throws(RenderError) {
    guard PostgresSchema.isName(schema) else {
      throw .queueFailed(
        "PostgreSQL", "'\(schema.prefix(80))' is not a schema name",
        hint: "use lowercase letters, digits and underscores")
    }
    self.schema = schema
    // Disable sequential scans, because the query planner's statistics are wrong for a table that
    // constantly grows and shrinks. Each statement has a matching index, and a sequential scan of a
    // million units takes a second.
    database = try PostgresConnection(
      address,
      setUp: """
        SET search_path TO "\(schema)"; SET application_name TO '\(schema)'; SET enable_seqscan = off;
        SET plan_cache_mode = force_custom_plan; SET jit = off; LISTEN "\(schema)"
        """,
      errors: PostgresErrors(
        failed: { .queueFailed($0, $1, hint: $2) },
        invalidAddress: { hint in
          RenderError(
            .queueFailed, "the queue address is invalid or ambiguous", origin: .option("queue"),
            hint: hint)
        },
        denied:
          "grant this user a role: PREFIX_submitter adds units, PREFIX_worker renders them, "
          + "PREFIX_admin controls the queue"))
    try PostgresSchema.prepare(database, schema: schema, making: makesTables)
    database.isSetUp = { [weak self] database throws(RenderError) in
      try self?.check(isOutdated: try PostgresSchema.isOutdated(database, schema))
    }
  }

  /// Records whether the tables are incompatible, and throws an error if they are, because writing
  /// would damage them.
  private func check(isOutdated found: Bool) throws(RenderError) {
    isOutdated = found
    if found { throw PostgresSchema.outdated(database) }
  }

  /// Retries up to four times after a serialization failure or deadlock (SQLSTATE 40001, 40P01).
  private func again<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    for _ in 0..<4 {
      do throws(RenderError) {
        return try body()
      } catch {
        guard ["40001", "40P01"].contains(database.lastState) else { throw error }
      }
    }
    return try body()
  }

  // MARK: - Clock and notifications

  public func now() throws(RenderError) -> Timestamp {
    let local = SuspendingClock()
    if let clock, clock.reconnects == database.reconnects,
      local.now - clock.at < PostgresJobQueue.betweenClocks
    {
      let since = local.now - clock.at
      return Timestamp(milliseconds: clock.server + Int(since / .milliseconds(1)))
    }
    let asked = local.now
    let found = try database.run(
      """
      SELECT \(Self.serverTime), (SELECT value FROM settings WHERE key = 'oldest')
      """, [])
    let server = found.integer(0, 0)
    try check(isOutdated: found.integer(0, 1) > PostgresSchema.version)
    // Assume that the server read its clock halfway through the round trip.
    clock = (server, asked + (local.now - asked) / 2, database.reconnects)
    return Timestamp(milliseconds: server)
  }

  public var betweenLooks: Duration { .seconds(1) }

  public func hasNews() -> Bool { database.hasNews() }

  /// Notifies waiting supervisors on a channel named after the schema, so that supervisors of other
  /// queues are not woken.
  func notify() throws(RenderError) {
    try database.run("SELECT pg_notify($1, '')", [.text(schema)])
  }

  // MARK: - Leasing

  public func lease(
    _ most: Int, films: Int, by holder: String, until: Timestamp, now: Timestamp
  ) throws(RenderError) -> [LeasedUnit] {
    if let lostCall {
      try database.run(
        "UPDATE units SET state = 0, expires = 0, begun = true WHERE call = $1 AND state = 1 AND "
          + "holder = $2",
        [.text(lostCall), .text(holder)])
    }
    let call = "\(UInt64.random(in: .min ... .max))"
    lostCall = call
    let own = toolchain == nil ? "" : "AND toolchain = $9"
    // SKIP LOCKED skips units that another supervisor is leasing.
    let result = try database.run(
      """
      WITH next AS (
        SELECT seq, priority FROM units WHERE state = 0 AND (due <= $1 OR due > $2) \(own)
          AND NOT EXISTS (SELECT 1 FROM settings WHERE key = 'paused' AND value <> 0
            OR key = 'oldest' AND value > \(PostgresSchema.version))
        ORDER BY priority DESC, seq LIMIT $3 FOR UPDATE SKIP LOCKED
      ), kinds AS (
        SELECT seq, priority, position($8 IN affinity) > 0 AS film FROM next JOIN work USING(seq)
      ), ready AS (
        SELECT seq FROM (
          SELECT seq, film, row_number() OVER (PARTITION BY film ORDER BY priority DESC, seq) AS place
          FROM kinds
        ) AS placed WHERE NOT film OR place <= $7
      ), taken AS (
        UPDATE units SET state = 1, token = token + 1, expires = $4, holder = $5, call = $6,
          begun = false
        FROM ready WHERE units.seq = ready.seq RETURNING units.*
      )
      SELECT \(Self.leased) FROM taken JOIN work USING(seq) ORDER BY priority DESC, seq
      """,
      [
        .integer(now.milliseconds), .integer(now.adding(RetryPolicy.mostDelay).milliseconds),
        .integer(most), .integer(until.milliseconds), .text(holder), .text(call),
        .integer(films), .text(UnitSpec.filmMark),
      ] + (toolchain.map { [.text($0)] } ?? []))
    lostCall = nil
    return Self.leasedUnits(result)
  }

  private static let leased =
    "id, digest, priority, token, failures, affinity, output, payload, seal, toolchain"

  private static func leasedUnits(_ result: PostgresResult) -> [LeasedUnit] {
    result.map { row in
      func text(_ column: Int) -> String { result.text(row, column) ?? "" }
      let spec = UnitSpec(
        id: text(0), digest: text(1), priority: result.integer(row, 2), affinity: text(5),
        output: text(6), payload: text(7), seal: result.text(row, 8), toolchain: text(9))
      return LeasedUnit(
        spec: spec, lease: Lease(unit: spec.id, token: result.integer(row, 3)),
        failures: result.integer(row, 4))
    }
  }

  public func record(_ changes: [UnitChange]) throws(RenderError) -> Set<Lease> {
    guard !changes.isEmpty else { return [] }
    let statements = PostgresChanges(changes).statements
    let isAgain = mayBeRecorded
    mayBeRecorded = true
    let held = try again { () throws(RenderError) in
      try database.run(each: statements.map { ($0.sql, $0.values) })
    }
    var lost: Set<Lease> = []
    for (statement, result) in zip(statements, held) {
      let ids = Set(result.map { result.text($0, 0) ?? "" })
      lost.formUnion(statement.leases.filter { !ids.contains($0.unit) })
    }
    // A change is not late if an earlier call recorded it and only the response was lost.
    if isAgain, !lost.isEmpty {
      lost.subtract(try recorded(changes.filter { lost.contains($0.lease) }))
    }
    mayBeRecorded = false
    return lost
  }

  /// Returns the leases whose changes are already recorded.
  private func recorded(_ changes: [UnitChange]) throws(RenderError) -> Set<Lease> {
    let result = try database.run(
      """
      SELECT id, token, state, receipt, error FROM units LEFT JOIN outcomes USING(seq)
      WHERE id = ANY($1::text[])
      """, [.texts(changes.map(\.lease.unit))])
    var found: [Lease: (state: Int, receipt: String?, error: String?)] = [:]
    for row in 0..<result.count {
      let lease = Lease(unit: result.text(row, 0) ?? "", token: result.integer(row, 1))
      found[lease] = (result.integer(row, 2), result.text(row, 3), result.text(row, 4))
    }
    let known = changes.filter { change in
      guard let found = found[change.lease] else { return false }
      return switch change {
      case .done(_, let receipt, _): found.state == 2 && found.receipt == receipt
      case .failed(_, let error, let retryAt):
        found.state == (retryAt == nil ? 3 : 0) && found.error == error.line
      case .givenBack: found.state == 0
      case .begun: found.state == 1
      case .extended: false
      }
    }
    return Set(known.map(\.lease))
  }

  public func expire(
    now: Timestamp, _ policy: RetryPolicy
  ) throws(RenderError) -> [ExpiredLease] {
    try tidyCounts()
    let isAny = try database.run(
      "SELECT 1 FROM units WHERE state = 1 AND expires <= $1 LIMIT 1", [.integer(now.milliseconds)])
    guard isAny.count > 0 else { return [] }
    return try again { () throws(RenderError) in
      try database.transaction { () throws(RenderError) in
        let late = try database.run(
          """
          SELECT id, token, failures, begun FROM units WHERE state = 1 AND expires <= $1
          ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED
          """, [.integer(now.milliseconds)])
        let expired = late.map { row in
          ExpiredLease(
            Lease(unit: late.text(row, 0) ?? "", token: late.integer(row, 1)),
            wasBegun: late.text(row, 3) == "t", failures: late.integer(row, 2), policy, now: now)
        }
        let changes = expired.map(\.change)
        _ = try database.run(each: PostgresChanges(changes).statements.map { ($0.sql, $0.values) })
        return expired
      }
    }
  }

  public func recover(heldBy holder: String) throws(RenderError) -> [LeasedUnit] {
    Self.leasedUnits(
      try database.run(
        """
        WITH held AS (
          UPDATE units SET state = 0, expires = 0, begun = true
          WHERE state = 1 AND holder = $1 RETURNING units.*
        )
        SELECT \(Self.leased) FROM held JOIN work USING(seq) ORDER BY seq
        """, [.text(holder)]))
  }
}
