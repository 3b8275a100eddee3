internal import CSQLite
package import Diagnostics
internal import Files

/// Creates database errors with the error codes of the client module.
package struct DatabaseErrors: Sendable {
  /// Creates an error from the path, the reason, and an optional hint.
  let failed: @Sendable (String, String, String?) -> RenderError
  let damaged: @Sendable (String, String) -> RenderError

  /// Creates an instance from the closures that create the two kinds of error.
  package init(
    failed: @escaping @Sendable (String, String, String?) -> RenderError,
    damaged: @escaping @Sendable (String, String) -> RenderError
  ) {
    (self.failed, self.damaged) = (failed, damaged)
  }
}

/// A connection to an SQLite file, used by one thread.
package final class Database {
  /// The path of the file, or an empty string for a temporary database that is deleted on close.
  package let path: String
  private let errors: DatabaseErrors
  private(set) var handle: OpaquePointer?
  private var statements: [String: Statement] = [:]

  /// The path that opens a database in memory; in contrast, a temporary database may use the disk.
  package static let inMemory = ":memory:"

  /// Opens a file, and creates it if it is missing.
  ///
  /// - Throws: errors created by `errors`.
  package init(path: String, errors: DatabaseErrors) throws(RenderError) {
    (self.path, self.errors) = (path, errors)
    // The file is private to its owner. SQLite gives the journal, WAL and shared-memory files the
    // same mode.
    do throws(PrivateFiles.Refusal) {
      let isFile = !path.isEmpty && path != Database.inMemory
      if isFile { try PrivateFiles.check(path, makes: true) }
      for ending in ["-wal", "-shm", "-journal"] where isFile {
        try PrivateFiles.check(path + ending)
      }
    } catch {
      throw errors.failed(path, error.reason, error.hint)
    }
    try open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    // Another process may hold the lock for the duration of a transaction.
    sqlite3_busy_timeout(handle, 10_000)
  }

  /// Opens a file that no process changes, without locks, for reading; no file is created or
  /// changed.
  ///
  /// - Throws: errors created by `errors`.
  package init(unchanging path: String, errors: DatabaseErrors) throws(RenderError) {
    (self.path, self.errors) = (path, errors)
    let name = path.replacing("%", with: "%25").replacing("?", with: "%3f")
      .replacing("#", with: "%23")
    try open("file:\(name)?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
  }

  private func open(_ name: String, _ flags: Int32) throws(RenderError) {
    guard sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else {
      let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "not enough memory"
      throw errors.failed(path, reason, nil)
    }
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs statements that return no rows.
  package func run(_ sql: String) throws(RenderError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Returns a prepared statement from the cache, or prepares it.
  package func statement(_ sql: String) throws(RenderError) -> Statement {
    if let known = statements[sql] { return known }
    var raw: OpaquePointer?
    guard
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, nil)
        == SQLITE_OK,
      let raw
    else { throw failure }
    let statement = Statement(raw, of: self)
    statements[sql] = statement
    return statement
  }

  /// Runs a statement with parameters, and returns the number of changed rows.
  @discardableResult
  package func run(_ sql: String, _ values: SQLValue...) throws(RenderError) -> Int {
    try statement(sql).run(values)
    return Int(sqlite3_changes(handle))
  }

  /// Reads the first row of a query, or returns nil if it has none.
  package func first<Value>(
    _ sql: String, _ values: SQLValue..., read: (Statement) -> Value
  ) throws(RenderError) -> Value? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.next(after: values) ? read(statement) : nil
  }

  /// Reads all rows of a query.
  package func rows<Value>(
    _ sql: String, _ values: SQLValue..., read: (Statement) throws(RenderError) -> Value
  ) throws(RenderError) -> [Value] {
    try rows(sql, values, read: read)
  }

  /// Reads all rows of a query with an array of parameters.
  package func rows<Value>(
    _ sql: String, _ values: [SQLValue], read: (Statement) throws(RenderError) -> Value
  ) throws(RenderError) -> [Value] {
    let statement = try statement(sql)
    defer { statement.reset() }
    var rows: [Value] = []
    var isThere = try statement.next(after: values)
    while isThere {
      rows.append(try read(statement))
      isThere = try statement.next()
    }
    return rows
  }

  /// Runs `body` in a transaction; a nested call joins the outer transaction.
  ///
  /// The transaction takes the write lock at the start (`BEGIN IMMEDIATE`), so it cannot fail later
  /// because another connection is writing.
  package func transaction<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    try transaction("BEGIN IMMEDIATE", body)
  }

  /// Runs `body` in a read transaction, which sees one snapshot of the database.
  package func reading<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    try transaction("BEGIN", body)
  }

  private func transaction<Value>(
    _ begin: String, _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    if isInTransaction { return try body() }
    try run(begin)
    do throws(RenderError) {
      let value = try body()
      try run("COMMIT")
      lastFailure = SQLITE_OK
      return value
    } catch {
      // After some errors, SQLite has already rolled back. This statement then fails, which is
      // harmless.
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// Whether the most recent failure occurred because the disk was full.
  ///
  /// A committed transaction clears the failure. If a disk quota is exhausted, SQLite reports a
  /// write error (extended codes 778, 1034 and 4874).
  package var wasFull: Bool {
    lastFailure & 0xFF == SQLITE_FULL || [778, 1034, 4874].contains(lastFailure)
  }
  private var lastFailure: Int32 = SQLITE_OK

  /// The error for the last failed call, with SQLite's message.
  package var failure: RenderError {
    let code = sqlite3_extended_errcode(handle)
    lastFailure = code
    let reason = String(cString: sqlite3_errmsg(handle))
    return isDamage(code) ? errors.damaged(path, reason) : errors.failed(path, reason, nil)
  }

  /// The version of the SQLite library.
  package static var version: String { String(cString: sqlite3_libversion()) }
}

private func isDamage(_ code: Int32) -> Bool {
  code & 0xFF == SQLITE_CORRUPT || code & 0xFF == SQLITE_NOTADB
}

/// A parameter of an SQLite statement.
package enum SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(_ value: Int) { self = .integer(Int64(value)) }
  package init(_ value: String?) { self = value.map(SQLValue.text) ?? .null }
}

/// A prepared statement and its current row.
package final class Statement {
  private let raw: OpaquePointer
  private unowned let database: Database
  /// Makes SQLite copy a string immediately (`SQLITE_TRANSIENT`, a macro that Swift cannot import).
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  fileprivate init(_ raw: OpaquePointer, of database: Database) {
    self.raw = raw
    self.database = database
  }

  deinit { sqlite3_finalize(raw) }

  fileprivate func run(_ values: [SQLValue]) throws(RenderError) {
    defer { reset() }
    _ = try next(after: values)
  }

  fileprivate func next(after values: [SQLValue]) throws(RenderError) -> Bool {
    sqlite3_reset(raw)
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let status =
        switch value {
        case .null: sqlite3_bind_null(raw, place)
        case .integer(let number): sqlite3_bind_int64(raw, place, number)
        case .text(let text): sqlite3_bind_text(raw, place, text, -1, Statement.transient)
        case .blob(let bytes):
          sqlite3_bind_blob(raw, place, bytes, Int32(bytes.count), Statement.transient)
        }
      guard status == SQLITE_OK else { throw database.failure }
    }
    return try next()
  }

  fileprivate func next() throws(RenderError) -> Bool {
    switch sqlite3_step(raw) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw database.failure
    }
  }

  fileprivate func reset() {
    sqlite3_reset(raw)
    sqlite3_clear_bindings(raw)
  }

  /// The integer in a column; columns are numbered from 0.
  package func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(raw, Int32(column))) }

  /// The text in a column, or an empty string for null.
  package func text(_ column: Int) -> String { optionalText(column) ?? "" }

  /// The text in a column, or nil for null.
  package func optionalText(_ column: Int) -> String? {
    sqlite3_column_text(raw, Int32(column)).map { String(cString: $0) }
  }

  /// The blob in a column, or an empty array for null.
  package func bytes(_ column: Int) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(raw, Int32(column)))
    guard count > 0, let start = sqlite3_column_blob(raw, Int32(column)) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
