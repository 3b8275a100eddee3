internal import Postgres
import WallfarmPluginKit

/// The statements that record the results of units: one statement for each kind of change.
///
/// Each statement returns the identifiers of the units whose lease is still valid. One statement
/// records any number of changes, so a hundred changes need no more statements than two.
struct PostgresChanges {
  struct Statement {
    let sql: String
    let values: [PostgresValue]
    let leases: [Lease]
  }

  private(set) var statements: [Statement] = []

  /// Groups changes; a second change to the same unit goes into a later group, so that the order is
  /// preserved.
  init(_ changes: [UnitChange]) {
    var (known, some) = (Set<String>(), [UnitChange]())
    for change in changes {
      if !known.insert(change.lease.unit).inserted {
        add(some)
        (known, some) = ([change.lease.unit], [])
      }
      some.append(change)
    }
    add(some)
  }

  /// - Parameter changes: The changes, at most one per unit.
  private mutating func add(_ changes: [UnitChange]) {
    var done: [(Lease, receipt: String, milliseconds: Int)] = []
    var failed: [(Lease, RenderError, retryAt: Timestamp?)] = []
    var (givenBack, begun, extended) = ([Lease](), [Lease](), [(Lease, until: Timestamp)]())
    for change in changes {
      switch change {
      case .done(let lease, let receipt, let time): done.append((lease, receipt, time))
      case .failed(let lease, let error, let retryAt): failed.append((lease, error, retryAt))
      case .givenBack(let lease): givenBack.append(lease)
      case .begun(let lease): begun.append(lease)
      case .extended(let lease, let until): extended.append((lease, until))
      }
    }
    add(
      done.map(\.0), "receipt text, milliseconds bigint",
      [.texts(done.map(\.receipt)), .integers(done.map(\.milliseconds))],
      "state = 2, milliseconds = given.milliseconds, expires = 0, begun = true",
      note: """
        INSERT INTO outcomes(seq, receipt) SELECT seq, receipt FROM changed
        ON CONFLICT(seq) DO UPDATE SET error = NULL, receipt = excluded.receipt
        """)
    add(
      failed.map(\.0), "error text, after bigint, until bigint",
      [
        .texts(failed.map(\.1.line)), .integers(failed.map { $0.retryAt == nil ? 3 : 0 }),
        .integers(failed.map { $0.retryAt?.milliseconds ?? 0 }),
      ],
      "state = given.after, failures = failures + 1, due = given.until, expires = 0, begun = true",
      note: """
        INSERT INTO outcomes(seq, error) SELECT seq, error FROM changed
        ON CONFLICT(seq) DO UPDATE SET error = excluded.error, receipt = NULL
        """)
    add(givenBack, "", [], "state = 0, expires = 0, begun = true", note: nil)
    add(begun, "", [], "begun = true", note: nil)
    add(
      extended.map(\.0), "until bigint", [.integers(extended.map(\.until.milliseconds))],
      "expires = given.until", note: nil)
  }

  /// - Parameters:
  ///   - leases: The leases to change.
  ///   - columns: Names and types of the values that are passed in addition to the lease's values.
  ///   - values: One list of values per column.
  ///   - change: The assignments of the UPDATE statement.
  ///   - note: A statement that runs for the units whose lease is still valid.
  private mutating func add(
    _ leases: [Lease], _ columns: String, _ values: [PostgresValue], _ change: String,
    note: String?
  ) {
    guard !leases.isEmpty else { return }
    let all = ["id text", "token bigint"] + columns.split(separator: ", ").map(String.init)
    let lists = all.enumerated().map { number, column in
      "$\(number + 1)::\(column.split(separator: " ")[1])[]"
    }
    let names = all.map { $0.split(separator: " ")[0] }.joined(separator: ", ")
    let sql = """
      WITH given AS (SELECT * FROM unnest(\(lists.joined(separator: ", "))) AS g(\(names))),
      changed AS (
        UPDATE units SET \(change) FROM given
        WHERE units.id = given.id AND units.token = given.token AND units.state = 1
        RETURNING units.seq, given.*
      )\(note.map { ", noted AS (\($0))" } ?? "")
      SELECT id FROM changed
      """
    statements.append(
      Statement(
        sql: sql,
        values: [.texts(leases.map(\.unit)), .integers(leases.map(\.token))] + values,
        leases: leases))
  }
}
