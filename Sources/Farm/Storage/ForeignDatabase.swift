internal import CSQLite

/// A read-only connection to an untrusted SQLite database, through a file descriptor.
///
/// The connection follows https://sqlite.org/security.html: functions and views in the schema are
/// untrusted, page cells are checked, value sizes and work are limited, and the authorizer allows
/// only SELECT statements, reads of columns, and pragmas. `SQLITE_DBCONFIG_DEFENSIVE` is not set,
/// because it restricts only writes and the connection is read-only.
package final class ForeignDatabase {
  /// The reason why a database cannot be read.
  package enum Failure: Error, Hashable, Sendable {
    /// The file is not a database or is damaged; the string is SQLite's message.
    case damaged(String)
    /// A query exceeds the work limit.
    case tooMuchWork
  }

  private var handle: OpaquePointer?

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - descriptor: the file, which the caller owns and must keep open.
  ///   - mostWork: maximum number of SQLite virtual machine instructions.
  ///   - longestValue: maximum size of a string or blob in bytes.
  /// - Throws: `damaged`.
  package init(
    descriptor: Int32, mostWork: Int, longestValue: Int32 = 4 << 20
  ) throws(Failure) {
    guard let files = DescriptorFiles.name else { throw .damaged("not enough memory") }
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(String(descriptor), &handle, flags, files) == SQLITE_OK else {
      throw failure
    }
    sqlite3_extended_result_codes(handle, 1)
    for (limit, value) in ForeignDatabase.limits { sqlite3_limit(handle, limit, value) }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longestValue)
    let settings = """
      PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0;
      PRAGMA temp_store=MEMORY; PRAGMA cache_size=-2048;
      """
    guard sqlite3_exec(handle, settings, nil, nil, nil) == SQLITE_OK else { throw failure }
    // SQLite calls the progress handler once per 1000 instructions.
    left = max(1, mostWork / 1000)
    let own = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      handle, 1000,
      { own in
        guard let own else { return 1 }
        let database = Unmanaged<ForeignDatabase>.fromOpaque(own).takeUnretainedValue()
        database.left -= 1
        return database.left < 0 ? 1 : 0
      }, own)
    sqlite3_set_authorizer(
      handle,
      { _, action, _, _, _, _ in
        [SQLITE_SELECT, SQLITE_READ, SQLITE_PRAGMA].contains(action) ? SQLITE_OK : SQLITE_DENY
      }, nil)
  }

  private var left = Int.max

  private static let limits: [(Int32, Int32)] = [
    (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_EXPR_DEPTH, 50),
    (SQLITE_LIMIT_COLUMN, 500), (SQLITE_LIMIT_VDBE_OP, 25_000), (SQLITE_LIMIT_WORKER_THREADS, 0),
    (SQLITE_LIMIT_SQL_LENGTH, 100_000), (SQLITE_LIMIT_COMPOUND_SELECT, 2),
  ]

  deinit { sqlite3_close_v2(handle) }

  /// The names of a table's stored columns.
  ///
  /// - Parameter table: the table name, which must contain only lowercase ASCII letters and `_`.
  /// - Returns: the column names, or an empty set if the table is missing or is a view or a virtual
  ///   table.
  /// - Throws: `damaged`, `tooMuchWork`.
  package func columns(of table: String) throws(Failure) -> Set<String> {
    precondition(table.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) })
    var count = 0
    // A virtual table has no root page.
    try rows(
      "SELECT 1 FROM sqlite_master WHERE name = '\(table)' AND type = 'table' AND rootpage > 0"
    ) {
      _ in
      count += 1
      return true
    }
    guard count == 1 else { return [] }
    var columns: Set<String> = []
    try rows("PRAGMA main.table_xinfo('\(table)')") { row in
      // The last result column, `hidden`, is positive for generated and hidden columns.
      if let name = row.text(1), row.integer(6) == 0 { columns.insert(name) }
      return true
    }
    return columns
  }

  /// Reads the rows of a query.
  ///
  /// - Parameters:
  ///   - sql: one SELECT or PRAGMA statement.
  ///   - read: receives a row, which is valid only during the call, and returns whether to
  ///     continue.
  /// - Throws: `damaged`, `tooMuchWork`.
  package func rows(_ sql: String, read: (ForeignRow) -> Bool) throws(Failure) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: if !read(ForeignRow(statement: statement)) { return }
      case SQLITE_DONE: return
      default: throw failure
      }
    }
  }

  private var failure: Failure {
    if sqlite3_errcode(handle) & 0xFF == SQLITE_INTERRUPT { return .tooMuchWork }
    return .damaged(handle.map { String(cString: sqlite3_errmsg($0)) } ?? "not enough memory")
  }
}

/// A row from an untrusted database; a value of an unexpected type is read as nil.
package struct ForeignRow {
  fileprivate let statement: OpaquePointer?

  /// The integer in a column; columns are numbered from 0.
  package func integer(_ column: Int32) -> Int64? {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement, column)
  }

  /// The text in a column, with invalid UTF-8 repaired.
  package func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
      let start = sqlite3_column_text(statement, column)
    else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
