internal import CPostgres
package import Diagnostics

/// Creates connection errors with the error codes of the module that uses the connection.
package struct PostgresErrors: Sendable {
  /// Creates an error from the name of the database, the reason, and an optional hint.
  let failed: @Sendable (String, String, String?) -> RenderError

  /// Creates the error for an invalid address from a hint.
  let invalidAddress: @Sendable (String) -> RenderError

  /// The hint for a missing privilege (SQLSTATE 42501).
  let denied: String?

  package init(
    failed: @escaping @Sendable (String, String, String?) -> RenderError,
    invalidAddress: @escaping @Sendable (String) -> RenderError, denied: String? = nil
  ) {
    (self.failed, self.invalidAddress, self.denied) = (failed, invalidAddress, denied)
  }
}

/// A connection to PostgreSQL, used by one thread.
///
/// If the connection is lost, the statement in flight fails, and the caller must determine whether
/// it took effect. The next statement outside a transaction reconnects. A timeout is treated as a
/// lost connection.
package final class PostgresConnection {
  /// The user, the hosts and the database, without a password.
  package var name: String { address.name }
  /// The timeout for each server response.
  package var patience = Duration.seconds(10)
  /// The SQLSTATE of the last failed statement, or nil if the connection was lost.
  package private(set) var lastState: String?
  /// The number of reconnects.
  package private(set) var reconnects = 0
  private let address: PostgresAddress
  private let errors: PostgresErrors
  private var handle: OpaquePointer?
  /// The SQL that runs first on each new connection.
  private let setUp: String
  /// A function that is called after each reconnect, after the SQL in ``setUp`` and before any
  /// other statement.
  package var isSetUp: ((PostgresConnection) throws(RenderError) -> Void)?
  private var isInTransaction = false
  /// The names of prepared statements, keyed by their SQL.
  private var prepared: [String: String] = [:]
  /// The counter that makes statement names unique within a connection.
  private var lastName = 0

  /// The maximum number of statements in a pipeline.
  ///
  /// The number is small enough that neither the client nor the server blocks on a full buffer.
  private static let maxInFlight = 64

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - address: a libpq connection string, `postgres://…`; several hosts are tried in order.
  ///   - setUp: SQL that runs first on each new connection.
  ///   - errors: creates the errors.
  /// - Throws: errors created by `errors`.
  package init(_ address: String, setUp: String, errors: PostgresErrors) throws(RenderError) {
    guard wallfarm_pg_load() == 0 else {
      throw errors.failed("PostgreSQL", "libpq cannot be loaded", "install libpq5")
    }
    guard let read = PostgresAddress(address) else {
      throw errors.invalidAddress(
        "write postgres://USER@HOST/DATABASE; in names and passwords write '@' as %40, '/' as %2F, "
          + "':' as %3A, '?' as %3F and '#' as %23")
    }
    (self.address, self.setUp, self.errors) = (read, setUp, errors)
    try connect()
  }

  deinit { if let handle { wallfarm_pg_finish(handle) } }

  /// Returns an address without its password.
  package static func withoutPassword(_ address: String) -> String {
    PostgresAddress.shown(address)
  }

  private func connect() throws(RenderError) {
    lose()
    handle = wallfarm_pg_connect(address.text)
    guard let handle, wallfarm_pg_is_up(handle) == 1 else {
      throw failure("it does not respond", hint: "check the server and the address")
    }
    // Request UTF-8, so that the encoding does not depend on the server settings.
    _ = try run("SET client_encoding = 'UTF8'; SET client_min_messages = warning; " + setUp)
  }

  /// Closes the connection and discards its prepared statements.
  private func lose() {
    if let handle { wallfarm_pg_finish(handle) }
    handle = nil
    prepared = [:]
  }

  private func failure(_ otherwise: String, hint: String? = nil) -> RenderError {
    lastState = nil
    let said = handle.map { String(cString: wallfarm_pg_message($0)) } ?? ""
    let line = said.split(separator: "\n").first.map(String.init)
    return errors.failed(name, address.hiding(line ?? otherwise), hint)
  }

  /// Closes the connection and returns the error for the statement in flight.
  private func lost(_ otherwise: String = "the response timed out") -> RenderError {
    let error = failure(otherwise)
    // Close the connection, because a late response would be mistaken for the response to the next
    // statement.
    lose()
    return error
  }

  /// Returns the open connection; reconnects if the connection was lost outside a transaction.
  private func open() throws(RenderError) -> OpaquePointer {
    if let handle, wallfarm_pg_is_up(handle) == 1 { return handle }
    if isInTransaction { throw failure("the connection was lost") }
    try connect()
    reconnects += 1
    do throws(RenderError) {
      try isSetUp?(self)
    } catch {
      // Close the connection, so that the next call reconnects and repeats the setup.
      lose()
      throw error
    }
    guard let handle else { throw failure("it does not respond") }
    return handle
  }

  private func wait(_ handle: OpaquePointer) throws(RenderError) {
    guard wallfarm_pg_wait(handle, milliseconds) == 0 else { throw lost() }
  }

  private var milliseconds: Int32 { Int32(clamping: Int(patience / .milliseconds(1))) }

  private func checked(_ result: OpaquePointer) throws(RenderError) -> PostgresResult {
    let taken = PostgresResult(result)
    guard wallfarm_pg_is_done(result) == 1 else {
      let state = wallfarm_pg_state(result).map { String(cString: $0) }
      guard let reason = wallfarm_pg_reason(result).map({ String(cString: $0) }) else {
        throw failure("it did not respond")
      }
      lastState = state
      throw errors.failed(
        name, address.hiding(reason) + (state.map { " (SQLSTATE \($0))" } ?? ""),
        state == "42501" ? errors.denied : nil)
    }
    return taken
  }

  /// Rejects strings that contain a zero byte, because libpq would truncate them at that byte.
  private func check(_ values: [PostgresValue]) throws(RenderError) {
    guard values.allSatisfy({ !$0.hasZero }) else {
      lastState = nil
      throw errors.failed(
        name, "a string contains the character U+0000, which PostgreSQL cannot store", "remove it")
    }
  }

  /// Runs one or more statements without parameters.
  ///
  /// - Returns: the result of the last statement.
  @discardableResult
  package func run(_ sql: String) throws(RenderError) -> PostgresResult {
    let handle = try open()
    guard wallfarm_pg_send(handle, sql) == 0 else { throw lost("the connection was lost") }
    return try lastResult(handle)
  }

  /// Reads all remaining results; if any of them is an error, throws the first error.
  private func lastResult(_ handle: OpaquePointer) throws(RenderError) -> PostgresResult {
    var last: PostgresResult?
    var error: RenderError?
    while true {
      try wait(handle)
      guard let result = wallfarm_pg_next(handle) else { break }
      do throws(RenderError) {
        last = try checked(result)
      } catch let found {
        error = error ?? found
      }
    }
    if let error { throw error }
    guard let last else { throw lost("it did not respond") }
    return last
  }

  /// Runs a statement with values for its parameters `$1`, `$2` and so on.
  ///
  /// The statement is prepared once per connection, so its SQL should be constant.
  @discardableResult
  package func run(_ sql: String, _ values: [PostgresValue]) throws(RenderError) -> PostgresResult {
    try run(each: [(sql, values)])[0]
  }

  /// Runs statements in a pipeline and in one transaction.
  ///
  /// - Returns: the result of each statement.
  package func run(
    each statements: [(sql: String, values: [PostgresValue])]
  ) throws(RenderError) -> [PostgresResult] {
    for (_, values) in statements { try check(values) }
    if statements.count <= PostgresConnection.maxInFlight {
      return try run(together: statements[...])
    }
    return try transaction { () throws(RenderError) in
      var results: [PostgresResult] = []
      for start in stride(from: 0, to: statements.count, by: PostgresConnection.maxInFlight) {
        let end = min(start + PostgresConnection.maxInFlight, statements.count)
        results += try run(together: statements[start..<end])
      }
      return results
    }
  }

  private func run(
    together statements: ArraySlice<(sql: String, values: [PostgresValue])>
  ) throws(RenderError) -> [PostgresResult] {
    let handle = try open()
    guard wallfarm_pg_begin_pipeline(handle) == 0 else { throw lost("it is busy") }
    // The expected results: the SQL for a preparation, or nil for an execution.
    var awaited: [String?] = []
    for (sql, values) in statements {
      let name: String
      if let known = prepared[sql] {
        name = known
      } else {
        lastName += 1
        name = "w\(lastName)"
        guard wallfarm_pg_send_prepare(handle, name, sql) == 0 else { throw lost() }
        awaited.append(sql)
        prepared[sql] = name
      }
      let sent = PostgresValue.withPointers(values) {
        wallfarm_pg_send_prepared(handle, name, Int32(values.count), $0)
      }
      guard sent == 0 else { throw lost("the connection was lost") }
      awaited.append(nil)
    }
    guard wallfarm_pg_sync(handle) == 0 else { throw lost("the connection was lost") }
    return try results(of: awaited, handle)
  }

  // Reads the results of a pipeline. For each expected result, `awaited` contains the SQL for a
  // preparation, or nil for an execution.
  private func results(
    of awaited: [String?], _ handle: OpaquePointer
  ) throws(RenderError) -> [PostgresResult] {
    var results: [PostgresResult] = []
    var error: RenderError?
    var state: String?
    var place = 0
    while true {
      try wait(handle)
      guard wallfarm_pg_is_up(handle) == 1 else { throw lost("the connection was lost") }
      // A null result marks the end of a statement's results.
      guard let result = wallfarm_pg_next(handle) else { continue }
      if wallfarm_pg_is_sync(result) == 1 {
        wallfarm_pg_clear(result)
        break
      }
      let sql = place < awaited.count ? awaited[place] : nil
      place += 1
      do throws(RenderError) {
        let found = try checked(result)
        if sql == nil { results.append(found) }
      } catch let found {
        // After an error, the server skips the remaining statements of the pipeline, so keep only
        // the first error.
        if error == nil { (error, state) = (found, lastState) }
        if let sql { prepared[sql] = nil }
      }
    }
    guard wallfarm_pg_end_pipeline(handle) == 0 else { throw lost("the connection was lost") }
    if let error {
      lastState = state
      throw error
    }
    return results
  }

  /// Appends rows to a table with COPY.
  ///
  /// - Parameters:
  ///   - table: the table name, followed by column names in parentheses if some columns are
  ///     omitted.
  ///   - rows: the values of the rows.
  /// - Throws: an error if the server rejects a row; in that case, no row is stored.
  package func copy(
    into table: String, _ rows: some Sequence<[PostgresValue]>
  ) throws(RenderError) {
    let handle = try open()
    guard wallfarm_pg_send(handle, "COPY \(table) FROM STDIN") == 0 else { throw lost() }
    try wait(handle)
    guard let begun = wallfarm_pg_next(handle) else { throw lost("it did not respond") }
    do throws(RenderError) {
      _ = try checked(begun)
    } catch {
      _ = try? lastResult(handle)
      throw error
    }
    var text: [UInt8] = []
    func send() -> Bool {
      defer { text.removeAll(keepingCapacity: true) }
      return text.withUnsafeBytes {
        wallfarm_pg_copy(
          handle, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), milliseconds) == 0
      }
    }
    for row in rows {
      for (index, value) in row.enumerated() {
        if index > 0 { text.append(UInt8(ascii: "\t")) }
        value.write(toCopy: &text)
      }
      text.append(UInt8(ascii: "\n"))
      if text.count > 1 << 16, !send() { throw lost("the connection was lost") }
    }
    guard send(), wallfarm_pg_end_copy(handle, milliseconds) == 0 else {
      throw lost("the connection was lost")
    }
    _ = try lastResult(handle)
  }

  /// Runs `body` in a transaction; a nested call joins the outer transaction.
  package func transaction<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    if isInTransaction { return try body() }
    try run("BEGIN")
    isInTransaction = true
    defer { isInTransaction = false }
    do throws(RenderError) {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      let state = lastState
      if handle != nil { _ = try? run("ROLLBACK") }
      lastState = state
      throw error
    }
  }

  /// Returns whether a notification has arrived since the last call; does not wait.
  package func hasNews() -> Bool {
    guard let handle, wallfarm_pg_is_up(handle) == 1 else { return false }
    return wallfarm_pg_notifications(handle) > 0
  }
}
