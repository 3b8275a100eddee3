// The protocols JobQueue and QueueAdmin document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Storage
import WallfarmCore
public import WallfarmPluginKit

// Retrying, canceling, marking as done and removing units.

extension SQLiteJobQueue {
  public func retry(_ ids: [String]?) throws(RenderError) -> Int {
    try forEach(
      ids,
      """
      UPDATE units SET state = 0, failures = 0, due = 0, milliseconds = NULL
      """, named: "state IN (2, 3)", all: "state = 3")
  }

  public func cancel(_ ids: [String]?) throws(RenderError) -> Int {
    try write { () throws(RenderError) in
      let open = "state IN (0, 1)"
      let error = RenderError.cancelled().line
      for id in ids ?? [""] {
        try database.run(
          """
          INSERT OR REPLACE INTO outcomes(seq, error)
          SELECT seq, ? FROM units WHERE \(open) AND (? = '' OR id = ?)
          """, .text(error), .text(id), .text(id))
      }
      return try change(
        ids, "UPDATE units SET state = 3, token = token + 1, expires = 0", named: open, all: open)
    }
  }

  private func forEach(
    _ ids: [String]?, _ sql: String, named: String, all: String
  ) throws(RenderError) -> Int {
    try write { () throws(RenderError) in
      try change(ids, sql, named: named, all: all)
    }
  }

  private func change(
    _ ids: [String]?, _ sql: String, named: String, all: String
  ) throws(RenderError) -> Int {
    guard let ids else { return try database.run("\(sql) WHERE \(all)") }
    var count = 0
    for id in ids { count += try database.run("\(sql) WHERE \(named) AND id = ?", .text(id)) }
    return count
  }

  public func markDone(_ units: [DeliveredUnit]) throws(RenderError) {
    try write { () throws(RenderError) in
      for unit in units {
        let changed = try database.run(
          "UPDATE units SET state = 2, milliseconds = ? WHERE id = ? AND state = 0",
          SQLValue(unit.milliseconds), .text(unit.id))
        guard changed == 1 else { continue }
        try setOutcome(of: .text(unit.id), error: .null, receipt: .text(unit.receipt))
      }
    }
  }

  public func purge(_ state: UnitState) throws(RenderError) -> Int {
    guard state != .leased, let number = QueueSchema.states.firstIndex(of: state) else { return 0 }
    var count = 0
    while true {
      let some = try write { () throws(RenderError) in
        try forget(
          "seq IN (SELECT seq FROM units WHERE state = ? ORDER BY seq LIMIT 1000)",
          SQLValue(number))
      }
      guard some > 0 else { return count }
      count += some
    }
  }

  public func purge(
    _ state: UnitState, finishedBy time: Timestamp, most: Int
  ) throws(RenderError) -> Int {
    guard [.done, .dead].contains(state), let number = QueueSchema.states.firstIndex(of: state)
    else { return 0 }
    return try write { () throws(RenderError) in
      // Without the name of the index, SQLite would sort all units in the state.
      let units = try database.rows(
        """
        SELECT seq FROM units INDEXED BY units_by_end
        WHERE state IN (2, 3) AND finished <= ? AND state = ? ORDER BY finished LIMIT ?
        """, SQLValue(time.milliseconds), SQLValue(number), SQLValue(most)
      ) { (row) throws(RenderError) in "\(row.integer(0))" }
      guard !units.isEmpty else { return 0 }
      return try forget(
        "seq IN (SELECT value FROM json_each(?))", .text("[\(units.joined(separator: ","))]"))
    }
  }
}
