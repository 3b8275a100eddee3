// The protocols JobQueue and QueueAdmin document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Postgres
public import WallfarmPluginKit

// Reading the queue.

extension PostgresJobQueue {
  public func counts() throws(RenderError) -> UnitCounts {
    let result = try database.run("SELECT state, sum(number) FROM counts GROUP BY state", [])
    return result.map { (QueueSchema.states[result.integer($0, 0)], result.integer($0, 1)) }
      .reduce(into: UnitCounts()) { $0[$1.0] = $1.1 }
  }

  /// If there are more than 500 incremental counters, merges them into one row per state.
  func tidyCounts() throws(RenderError) {
    let rows = try database.run("SELECT count(*) FROM counts", []).integer(0, 0)
    guard rows > 500 else { return }
    try database.run(
      """
      WITH old AS (DELETE FROM counts RETURNING state, number)
      INSERT INTO counts SELECT state, sum(number) FROM old GROUP BY state HAVING sum(number) <> 0
      """, [])
  }

  private func columns() throws(RenderError) -> String {
    if seesWork == nil {
      seesWork =
        try database.run("SELECT has_column_privilege('work', 'payload', 'SELECT')", [])
        .text(0, 0) == "t"
    }
    let work = seesWork == true ? "payload, seal" : "'' AS payload, NULL AS seal"
    return """
      SELECT id, digest, priority, affinity, output, \(work), state, token, failures, error,
        receipt, milliseconds, toolchain
      FROM units JOIN work USING(seq) LEFT JOIN outcomes USING(seq)
      """
  }

  public func units(
    in state: UnitState?, most: Int, after: String?
  ) throws(RenderError) -> [UnitRow] {
    // If the unit that `after` names has been removed, its position is unknown, so the result is
    // empty.
    let behind = after == nil ? "" : "AND seq > (SELECT seq FROM units WHERE id = $2)"
    let number = state.flatMap { QueueSchema.states.firstIndex(of: $0) }
    let only = number.map { "state = \($0)" } ?? "true"
    let result = try database.run(
      try columns() + " WHERE \(only) \(behind) ORDER BY seq LIMIT $1",
      [.integer(most)] + (after.map { [.text($0)] } ?? []))
    return result.map { Self.row(result, $0) }
  }

  public func unit(_ id: String) throws(RenderError) -> UnitRow? {
    let result = try database.run(try columns() + " WHERE id = $1", [.text(id)])
    return result.map { Self.row(result, $0) }.first
  }

  private static func row(_ result: PostgresResult, _ row: Int) -> UnitRow {
    func text(_ column: Int) -> String { result.text(row, column) ?? "" }
    return UnitRow(
      spec: UnitSpec(
        id: text(0), digest: text(1), priority: result.integer(row, 2), affinity: text(3),
        output: text(4), payload: text(5), seal: result.text(row, 6), toolchain: text(13)),
      state: QueueSchema.states[result.integer(row, 7)], token: result.integer(row, 8),
      failures: result.integer(row, 9),
      error: result.text(row, 10).flatMap(RenderError.init(line:)), receipt: result.text(row, 11),
      milliseconds: result.text(row, 12).flatMap { Int($0) })
  }
}
