// What each of its functions does is said once, in JobQueue.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Storage
public import WallfarmCore
public import WallfarmPluginKit

// What a queue remembers of itself: its generation, its key, and whether it is paused.

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

  /// Whether it was made anew, and the journal has not been read to its end yet.
  func isRestoring() throws(RenderError) -> Bool { try setting("restoring") != 0 }

  func setRestoring(_ isRestoring: Bool) throws(RenderError) {
    try set("restoring", to: isRestoring ? 1 : 0)
  }

  /// A number that tells the key of its units from others; 0 before there is one.
  func keyCheck() throws(RenderError) -> Int { try setting("key") }

  /// Whether a key is that of its units, or there is none yet.
  ///
  /// - Throws: `queue-failed`.
  public func isMade(with key: SecretKey) throws(RenderError) -> Bool {
    let check = try keyCheck()
    return check == 0 || check == key.check
  }

  /// Takes a key, and seals units of the version before seals were made.
  ///
  /// Only then: a unit that has lost its seal since is damaged.
  func setKey(_ key: SecretKey) throws(RenderError) {
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
