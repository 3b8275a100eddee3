// The protocols JobQueue and QueueAdmin document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Postgres
public import WallfarmCore
public import WallfarmPluginKit

// Administration and settings of the queue.

extension PostgresJobQueue {
  public var generation: Int {
    get throws(RenderError) { try setting("generation") }
  }

  /// The address of the queue without its password.
  public var name: String { database.name }

  private func setting(_ key: String) throws(RenderError) -> Int {
    let result = try database.run("SELECT value FROM settings WHERE key = $1", [.text(key)])
    return result.count > 0 ? result.integer(0, 0) : 0
  }

  func set(_ key: String, to value: PostgresValue) throws(RenderError) {
    try database.run(
      """
      INSERT INTO settings VALUES($1, $2) ON CONFLICT(key) DO UPDATE SET value = excluded.value
      """, [.text(key), value])
  }

  public func isPaused() throws(RenderError) -> Bool { try setting("paused") != 0 }

  public func setPaused(_ isPaused: Bool) throws(RenderError) {
    try set("paused", to: .integer(isPaused ? 1 : 0))
    try notify()
  }

  /// Returns the random identity of the queue, which distinguishes it from previous queues at the
  /// same address.
  public func identity() throws(RenderError) -> String {
    String(try setting("identity"), radix: 16)
  }

  /// Creates the roles `PREFIX_reader`, `PREFIX_submitter`, `PREFIX_worker` and `PREFIX_admin` with
  /// the minimum privileges.
  ///
  /// The roles cannot log in.
  public func makeRoles(prefix: String) throws(RenderError) {
    try database.transaction { () throws(RenderError) in
      try PostgresSchema.makeRoles(database, schema: schema, prefix: prefix)
    }
  }

  /// Returns `true` if a key is the queue's key, or if the queue has no key.
  ///
  /// - Throws: `queue-failed`.
  public func isMade(with key: SecretKey) throws(RenderError) -> Bool {
    let check = try setting("key")
    return check == 0 || check == key.check
  }

  /// Sets the queue's key if the queue has no key.
  ///
  /// - Throws: `wrong-key` if a different key is set.
  func setKey(_ key: SecretKey) throws(RenderError) {
    try database.run(
      "INSERT INTO settings VALUES('key', $1) ON CONFLICT(key) DO NOTHING", [.integer(key.check)])
    guard try isMade(with: key) else { throw .wrongKey(database.name, isFarm: true) }
  }

  public func retry(_ ids: [String]?) throws(RenderError) -> Int {
    let again = "UPDATE units SET state = 0, failures = 0, due = 0, milliseconds = NULL"
    let count = try together { () throws(RenderError) in
      guard let ids else { return try database.run("\(again) WHERE state = 3", []).changes }
      return try database.run(
        "\(again) WHERE state IN (2, 3) AND id = ANY($1::text[])", [.texts(ids)]
      ).changes
    }
    try notify()
    return count
  }

  public func cancel(_ ids: [String]?) throws(RenderError) -> Int {
    let named = ids == nil ? "" : "AND id = ANY($2::text[])"
    return try together { () throws(RenderError) in
      try database.run(
        """
        WITH given AS (
          UPDATE units SET state = 3, token = token + 1, expires = 0
          WHERE state IN (0, 1) \(named) RETURNING seq
        )
        INSERT INTO outcomes(seq, error) SELECT seq, $1 FROM given
        ON CONFLICT(seq) DO UPDATE SET error = excluded.error, receipt = NULL
        """, [.text(RenderError.cancelled().line)] + (ids.map { [.texts($0)] } ?? [])
      ).changes
    }
  }

  public func markDone(_ units: [DeliveredUnit]) throws(RenderError) {
    try database.transaction { () throws(RenderError) in
      _ = try database.run(
        each: units.sorted { $0.id < $1.id }.map { unit in
          (
            """
            WITH done AS (
              UPDATE units SET state = 2, milliseconds = $2 WHERE id = $1 AND state = 0
              RETURNING seq
            )
            INSERT INTO outcomes(seq, receipt) SELECT seq, $3 FROM done
            ON CONFLICT(seq) DO UPDATE SET error = NULL, receipt = excluded.receipt
            """, [.text(unit.id), .integer(unit.milliseconds), .text(unit.receipt)]
          )
        })
    }
  }

  public func purge(_ state: UnitState) throws(RenderError) -> Int {
    guard state != .leased, let number = QueueSchema.states.firstIndex(of: state) else { return 0 }
    var count = 0
    while true {
      let some = try database.run(
        """
        WITH gone AS (DELETE FROM units WHERE seq IN (
          SELECT seq FROM units WHERE state = $1 ORDER BY seq LIMIT 1000 FOR UPDATE SKIP LOCKED)
          RETURNING token), \(Self.keepingTokens)
        SELECT count(*) FROM gone
        """, [.integer(number)]
      ).integer(0, 0)
      guard some > 0 else { return count }
      count += some
    }
  }

  public func purge(
    _ state: UnitState, finishedBy time: Timestamp, most: Int
  ) throws(RenderError) -> Int {
    guard [.done, .dead].contains(state), let number = QueueSchema.states.firstIndex(of: state)
    else { return 0 }
    return try database.run(
      """
      WITH gone AS (DELETE FROM units WHERE seq IN (
        SELECT seq FROM units WHERE state IN (2, 3) AND finished <= $2 AND state = $1
        ORDER BY finished LIMIT $3 FOR UPDATE SKIP LOCKED)
        RETURNING token), \(Self.keepingTokens)
      SELECT count(*) FROM gone
      """, [.integer(number), .integer(time.milliseconds), .integer(most)]
    ).integer(0, 0)
  }

  /// Removes done units that finished at least a time ago, as supervisors may do, which cannot
  /// remove other units.
  ///
  /// - Parameters:
  ///   - age: The minimum time since a unit finished, on the server's clock.
  ///   - most: Maximum number of units.
  /// - Returns: The number of removed units.
  /// - Throws: `queue-failed`.
  public func purgeDone(olderThan age: Duration, most: Int) throws(RenderError) -> Int {
    try database.run(
      "SELECT purge_done(\(Self.serverTime) - $1, $2)",
      [.integer(Int(age / .milliseconds(1))), .integer(most)]
    ).integer(0, 0)
  }
}
