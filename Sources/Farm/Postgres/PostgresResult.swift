internal import CPostgres

/// The result of a statement.
package final class PostgresResult {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { wallfarm_pg_clear(handle) }

  /// The number of rows.
  package var count: Int { Int(wallfarm_pg_rows(handle)) }
  /// The number of rows that the statement affected.
  package var changes: Int { wallfarm_pg_changes(handle) }

  /// Returns the text of a value, or nil for null.
  package func text(_ row: Int, _ column: Int) -> String? {
    wallfarm_pg_value(handle, Int32(row), Int32(column)).map { String(cString: $0) }
  }

  /// Returns an integer value; 0 if the value is null or not an integer.
  package func integer(_ row: Int, _ column: Int) -> Int {
    text(row, column).flatMap { Int($0) } ?? 0
  }

  /// Calls a closure with each row number and returns the results.
  package func map<Value>(_ read: (Int) -> Value) -> [Value] { (0..<count).map(read) }
}
