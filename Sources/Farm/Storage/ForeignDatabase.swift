internal import CSQLite

/// An SQLite database that somebody else made, maybe to harm: it is read, and only from a descriptor.
///
/// What https://sqlite.org/security.html advises for untrusted files: no functions and no views of its schema,
/// page cells checked, values and work bounded, and nothing allowed but to read columns of tables.
/// (`SQLITE_DBCONFIG_DEFENSIVE` only forbids ways of writing, and nothing can be written here.)
package final class ForeignDatabase {
  /// Why it cannot be read.
  package enum Failure: Error, Hashable, Sendable {
    /// It is no database, or a damaged one; the reason is SQLite's.
    case damaged(String)
    /// It keeps SQLite busy for longer than any database of its kind.
    case tooMuchWork
  }

  private var handle: OpaquePointer?

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - descriptor: the file, which stays the caller's and has to stay open.
  ///   - mostWork: steps of SQLite's machine after which reading ends.
  ///   - longestValue: most bytes of a text or blob.
  /// - Throws: `damaged`.
  package init(
    descriptor: Int32, mostWork: Int, longestValue: Int32 = 4 << 20
  ) throws(Failure) {
    guard let files = DescriptorFiles.name else { throw .damaged("no memory") }
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
    // SQLite asks once in a thousand steps whether to go on.
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

  /// The stored columns of a table, by name.
  ///
  /// - Parameter table: its name, of letters and `_`.
  /// - Returns: them; empty where there is no table of that name, but a view or something virtual.
  /// - Throws: `damaged`, `tooMuchWork`.
  package func columns(of table: String) throws(Failure) -> Set<String> {
    precondition(table.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) })
    var count = 0
    // What is virtual has no page of its own.
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
      // The last column is above 0 for what is computed, or hidden.
      if let name = row.text(1), row.integer(6) == 0 { columns.insert(name) }
      return true
    }
    return columns
  }

  /// Reads rows.
  ///
  /// - Parameters:
  ///   - sql: one statement that reads.
  ///   - read: takes a row, which is gone afterwards, and says whether to go on.
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
    return .damaged(handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory")
  }
}

/// A row of a foreign database: a value of another type than asked for is none.
package struct ForeignRow {
  fileprivate let statement: OpaquePointer?

  /// A whole number.
  package func integer(_ column: Int32) -> Int64? {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement, column)
  }

  /// A text, what is no UTF-8 in it repaired.
  package func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
      let start = sqlite3_column_text(statement, column)
    else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
