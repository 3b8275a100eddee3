internal import CPostgres

/// What a statement came to.
package final class PostgresResult {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { wallfarm_pg_clear(handle) }

  /// How many rows it has.
  package var count: Int { Int(wallfarm_pg_rows(handle)) }
  /// How many rows were changed.
  package var changes: Int { wallfarm_pg_changes(handle) }

  /// A value; nil for null.
  package func text(_ row: Int, _ column: Int) -> String? {
    wallfarm_pg_value(handle, Int32(row), Int32(column)).map { String(cString: $0) }
  }

  /// A whole number; 0 for anything else.
  package func integer(_ row: Int, _ column: Int) -> Int {
    text(row, column).flatMap { Int($0) } ?? 0
  }

  /// Its rows, each read by a function that is given their number.
  package func map<Value>(_ read: (Int) -> Value) -> [Value] { (0..<count).map(read) }
}
