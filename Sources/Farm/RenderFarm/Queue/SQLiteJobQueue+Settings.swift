// The protocols JobQueue and QueueAdmin document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Storage
public import WallfarmCore
public import WallfarmPluginKit

// The queue's settings: its generation, its key, and whether it is paused.

extension SQLiteJobQueue {
  public var generation: Int {
    get throws(RenderError) { try setting("generation") }
  }

  func setting(_ key: String) throws(RenderError) -> Int {
    try database.first("SELECT value FROM settings WHERE key = ?", .text(key)) { $0.integer(0) }
      ?? 0
  }

  func set(_ key: String, to value: Int) throws(RenderError) {
    try database.run(
      "INSERT OR REPLACE INTO settings VALUES(?, ?)", .text(key), SQLValue(value))
  }

  public func isPaused() throws(RenderError) -> Bool { try setting("paused") != 0 }

  public func setPaused(_ isPaused: Bool) throws(RenderError) {
    try set("paused", to: isPaused ? 1 : 0)
  }

  /// Returns whether the queue is new and has not yet been completely restored from the journal.
  func isRestoring() throws(RenderError) -> Bool { try setting("restoring") != 0 }

  func setRestoring(_ isRestoring: Bool) throws(RenderError) {
    try set("restoring", to: isRestoring ? 1 : 0)
  }

  /// Returns a check value for the units' key, or 0 if there is no key.
  func keyCheck() throws(RenderError) -> Int { try setting("key") }

  /// Returns `true` if a key is the queue's key, or if the queue has no key.
  ///
  /// - Throws: `queue-failed`.
  public func isMade(with key: SecretKey) throws(RenderError) -> Bool {
    let check = try keyCheck()
    return check == 0 || check == key.check
  }

  /// Sets the key, and seals the units that were added by version 1, which had no seals.
  ///
  /// From then on, a unit without a seal is treated as damaged.
  package func setKey(_ key: SecretKey) throws(RenderError) {
    try set("key", to: key.check)
    guard try setting("unsealed") != 0 else { return }
    try write { () throws(RenderError) in
      while true {
        let rows = try database.rows(
          Self.columns + " WHERE work.seal IS NULL ORDER BY units.seq LIMIT 500", read: Self.row)
        for row in rows {
          try database.run(
            "UPDATE work SET seal = ? WHERE seq = (SELECT seq FROM units WHERE id = ?)",
            SQLValue(row.spec.sealed(with: key).seal), .text(row.spec.id))
        }
        if rows.isEmpty { break }
      }
      try set("unsealed", to: 0)
    }
  }
}
