// The status of a farm's machines, and the units that wait for a machine.

internal import Postgres
public import WallfarmPluginKit

/// The last reported status of a supervisor that renders from a queue.
public struct FarmMachine: Sendable, Hashable {
  /// The activity of a machine.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// Rendering, or waiting for units.
    case working
    /// Finishing running units before exiting.
    case draining
    /// Paused because a store, a disk or the workers have failed.
    case failing
  }

  /// The name under which the machine holds leases.
  public var holder: String
  /// The host name.
  public var host: String
  /// The program version, such as `0.9.0`.
  public var version: String
  /// The digest of the machine's ``Toolchain``.
  public var toolchain: String
  /// Number of workers.
  public var workers: Int
  /// The start time, according to the server's clock.
  public var started: Timestamp
  /// The time of the last report, according to the server's clock.
  public var seen: Timestamp
  /// Number of delivered units.
  public var done: Int
  /// Number of failed attempts.
  public var failed: Int
  /// Recent throughput in units per second.
  public var rate: Double
  /// The current activity.
  public var state: State

  /// Creates the status of a machine that has just started.
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
  /// Writes the status of a machine.
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

  /// Removes a machine that has left the farm, and machines that have not reported for a day.
  ///
  /// - Throws: `queue-failed`.
  public func forget(_ holder: String) throws(RenderError) {
    try database.run(
      "DELETE FROM machines WHERE holder = $1 OR seen < \(Self.serverTime) - 86400000",
      [.text(holder)])
  }

  /// Returns up to 10,000 machines, ordered from the most recent to the oldest report.
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

  /// Returns the machines whose last report is no older than ``FarmWork/silence``.
  ///
  /// - Throws: `queue-failed`.
  public func presentMachines() throws(RenderError) -> [FarmMachine] {
    let now = try now()
    return try machines().filter { now < $0.seen.adding(FarmWork.silence) }
  }

  /// Queued units for one toolchain, which only machines with that toolchain can render.
  public struct Waiting: Sendable, Hashable {
    /// The required toolchain.
    public var toolchain: String
    /// The earliest time at which one of these units was added, considering only the first queued
    /// unit of each priority.
    public var oldest: Timestamp
  }

  /// Returns the toolchains of queued units and, for each toolchain, the time at which its oldest
  /// unit was added.
  ///
  /// The duration of the call depends on the number of toolchains and priorities, not on the number
  /// of units.
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

  /// Returns whether units for this toolchain are queued or leased.
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
