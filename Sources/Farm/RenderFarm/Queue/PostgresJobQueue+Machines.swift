// What a farm knows of its machines, and how far it is.

internal import Postgres
public import WallfarmPluginKit

/// A supervisor that renders from a queue, as it said last.
public struct FarmMachine: Sendable, Hashable {
  /// What it is doing.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It renders, or waits for something to render.
    case working
    /// It finishes what it has, and ends.
    case draining
    /// A store, a disk or its workers fail: it begins nothing until they are well.
    case failing
  }

  /// The name that it leases units under.
  public var holder: String
  /// The name of its machine.
  public var host: String
  /// Its program, such as `0.9.0`.
  public var version: String
  /// What it can render; see ``Toolchain``.
  public var toolchain: String
  /// How many workers it has.
  public var workers: Int
  /// When it began, by the clock of the server.
  public var started: Timestamp
  /// When it was heard of last, by the clock of the server.
  public var seen: Timestamp
  /// Units that it has delivered.
  public var done: Int
  /// Attempts of it that failed.
  public var failed: Int
  /// Units a second, of late.
  public var rate: Double
  /// What it is doing.
  public var state: State

  /// One that has done nothing yet.
  public init(
    holder: String, host: String, version: String, toolchain: String, workers: Int,
    started: Timestamp
  ) {
    (self.holder, self.host, self.version) = (holder, host, version)
    (self.toolchain, self.workers, self.started) = (toolchain, workers, started)
    (seen, done, failed, rate, state) = (started, 0, 0, 0, .working)
  }
}

extension PostgresJobQueue {
  /// Says what a machine is doing.
  ///
  /// - Throws: `queue-failed`.
  public func report(_ machine: FarmMachine) throws(RenderError) {
    try database.run(
      """
      INSERT INTO machines(holder, host, version, toolchain, workers, started, seen, done, failed, rate, state)
      VALUES($1, $2, $3, $4, $5, $6, \(Self.serverTime), $7, $8, $9::double precision, $10)
      ON CONFLICT(holder) DO UPDATE SET seen = excluded.seen, done = excluded.done,
        failed = excluded.failed, rate = excluded.rate, state = excluded.state
      """,
      [
        .text(machine.holder), .text(machine.host), .text(machine.version),
        .text(machine.toolchain), .integer(machine.workers),
        .integer(machine.started.milliseconds), .integer(machine.done), .integer(machine.failed),
        .text("\(machine.rate)"), .text(machine.state.rawValue),
      ])
  }

  /// A machine has ended; those that were not heard of for a day are forgotten with it.
  ///
  /// - Throws: `queue-failed`.
  public func forget(_ holder: String) throws(RenderError) {
    try database.run(
      "DELETE FROM machines WHERE holder = $1 OR seen < \(Self.serverTime) - 86400000",
      [.text(holder)])
  }

  /// The machines that render from it, those that were heard of last in front.
  ///
  /// - Throws: `queue-failed`.
  public func machines() throws(RenderError) -> [FarmMachine] {
    let rows = try database.run(
      """
      SELECT holder, host, version, toolchain, workers, started, seen, done, failed, rate, state
      FROM machines ORDER BY seen DESC, holder LIMIT 10000
      """, [])
    return rows.map { row in
      func text(_ column: Int) -> String { rows.text(row, column) ?? "" }
      var machine = FarmMachine(
        holder: text(0), host: text(1), version: text(2), toolchain: text(3),
        workers: rows.integer(row, 4), started: Timestamp(milliseconds: rows.integer(row, 5)))
      machine.seen = Timestamp(milliseconds: rows.integer(row, 6))
      (machine.done, machine.failed) = (rows.integer(row, 7), rows.integer(row, 8))
      machine.rate = Double(text(9)) ?? 0
      machine.state = FarmMachine.State(rawValue: text(10)) ?? .working
      return machine
    }
  }

  /// Those of them that are there now.
  ///
  /// - Throws: `queue-failed`.
  public func presentMachines() throws(RenderError) -> [FarmMachine] {
    let now = try now()
    return try machines().filter { now < $0.seen.adding(FarmWork.silence) }
  }

  /// Units that wait, by their toolchains: only machines of the same one take them.
  public struct Waiting: Sendable, Hashable {
    /// What can render them.
    public var toolchain: String
    /// When the first of the most urgent ones was added.
    public var oldest: Timestamp
  }

  /// Which toolchains there are units for, and since when the first of each waits.
  ///
  /// It takes a look for each toolchain and priority, whatever the number of units.
  ///
  /// - Throws: `queue-failed`.
  public func waiting() throws(RenderError) -> [Waiting] {
    let rows = try database.run(
      """
      WITH RECURSIVE kinds AS (
        (SELECT toolchain, priority, added FROM units WHERE state = 0
          ORDER BY toolchain, priority DESC, seq LIMIT 1)
        UNION ALL
        SELECT next.* FROM kinds CROSS JOIN LATERAL (
          (SELECT toolchain, priority, added FROM units
            WHERE state = 0 AND toolchain = kinds.toolchain AND priority < kinds.priority
            ORDER BY priority DESC, seq LIMIT 1)
          UNION ALL
          (SELECT toolchain, priority, added FROM units
            WHERE state = 0 AND toolchain > kinds.toolchain
            ORDER BY toolchain, priority DESC, seq LIMIT 1)
          LIMIT 1) AS next
      )
      SELECT toolchain, min(added) FROM kinds GROUP BY toolchain ORDER BY 1
      """, [])
    return rows.map { row in
      Waiting(
        toolchain: rows.text(row, 0) ?? "",
        oldest: Timestamp(milliseconds: rows.integer(row, 1)))
    }
  }

  /// Whether any unit of its toolchain waits, or is with a supervisor.
  public func hasOpenUnits() throws(RenderError) -> Bool {
    let own = toolchain == nil ? "" : "AND toolchain = $1"
    let found = try database.run(
      """
      SELECT (SELECT 1 FROM units WHERE state = 0 \(own) LIMIT 1),
        (SELECT 1 FROM units WHERE state = 1 \(own) LIMIT 1)
      """, toolchain.map { [.text($0)] } ?? [])
    return found.text(0, 0) != nil || found.text(0, 1) != nil
  }
}
