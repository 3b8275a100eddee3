internal import CPostgres
package import WallfarmPluginKit

/// How a connection tells what went wrong, in the words of those who use it.
package struct PostgresErrors: Sendable {
  /// Makes an error of where the database is, what happened, and what to try.
  let failed: @Sendable (String, String, String?) -> RenderError

  package init(failed: @escaping @Sendable (String, String, String?) -> RenderError) {
    self.failed = failed
  }
}

/// A connection to PostgreSQL, which belongs to one thread.
///
/// One that is lost is made anew by the next statement that begins something; what was under way is an error, and its
/// caller finds out what became of it.
package final class PostgresConnection {
  /// Where it leads, without a password.
  package let name: String
  private let address: String
  private let errors: PostgresErrors
  private var handle: OpaquePointer?
  /// What is run on each connection before anything else.
  private let setUp: String
  private var isInTransaction = false

  /// Statements that are on their way at the same time: few enough that neither side waits for the other to read.
  private static let mostOnTheirWay = 64

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: a connection string of libpq, `postgres://…`; several hosts are tried one after the other.
  ///   - setUp: is run on each connection before anything else.
  ///   - errors: the words for what goes wrong.
  /// - Throws: what `errors` makes.
  package init(_ address: String, setUp: String, errors: PostgresErrors) throws(RenderError) {
    (self.address, self.setUp, self.errors) = (address, setUp, errors)
    name = PostgresConnection.withoutPassword(address)
    guard wallfarm_pg_load() == 0 else {
      throw errors.failed(name, "libpq cannot be loaded", "install libpq5")
    }
    try connect()
  }

  deinit { if let handle { wallfarm_pg_finish(handle) } }

  /// An address without the password in it.
  static func withoutPassword(_ address: String) -> String {
    let schemes = ["postgres://", "postgresql://"]
    guard let scheme = schemes.first(where: address.hasPrefix) else { return "PostgreSQL" }
    let rest = address.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(authority.count).prefix { $0 != "?" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return "postgres://\(host)\(path)"
  }

  private func connect() throws(RenderError) {
    if let handle { wallfarm_pg_finish(handle) }
    // A password is never in a message: libpq does not repeat it.
    handle = wallfarm_pg_connect(address)
    guard let handle, wallfarm_pg_is_up(handle) == 1 else {
      throw failure("it does not answer", hint: "see whether it runs, and to the address")
    }
    // Bytes are the same everywhere, and a server that is cut off is noticed.
    _ = try run("SET client_encoding = 'UTF8'; SET client_min_messages = warning; " + setUp)
  }

  private func failure(_ otherwise: String, hint: String? = nil) -> RenderError {
    let said = handle.map { String(cString: wallfarm_pg_message($0)) } ?? ""
    let line = said.split(separator: "\n").first.map(String.init)
    return errors.failed(name, line ?? otherwise, hint)
  }

  /// Makes sure of a connection before something begins.
  private func open() throws(RenderError) -> OpaquePointer {
    if let handle, wallfarm_pg_is_up(handle) == 1 { return handle }
    if isInTransaction { throw failure("the connection was lost") }
    try connect()
    guard let handle else { throw failure("it does not answer") }
    return handle
  }

  private func checked(_ result: OpaquePointer?) throws(RenderError) -> PostgresResult {
    guard let result else { throw failure("it did not answer") }
    let taken = PostgresResult(result)
    guard wallfarm_pg_is_done(result) == 1 else {
      let reason = wallfarm_pg_reason(result).map { String(cString: $0) }
      let state = wallfarm_pg_state(result).map { String(cString: $0) }
      guard let reason else { throw failure("it did not answer") }
      throw errors.failed(name, reason + (state.map { " (SQLSTATE \($0))" } ?? ""), nil)
    }
    return taken
  }

  /// A zero would end the text for libpq, and what is behind it would be lost.
  private func check(_ values: [PostgresValue]) throws(RenderError) {
    guard values.allSatisfy({ $0.words?.utf8.contains(0) != true }) else {
      throw errors.failed(
        name, "a text has a zero (U+0000) in it, which PostgreSQL cannot keep", "take it out")
    }
  }

  /// Runs statements without values.
  @discardableResult
  package func run(_ sql: String) throws(RenderError) -> PostgresResult {
    let handle = try open()
    return try checked(wallfarm_pg_run(handle, sql))
  }

  /// Runs a statement with values for its `$1`, `$2` and so on.
  @discardableResult
  package func run(_ sql: String, _ values: [PostgresValue]) throws(RenderError) -> PostgresResult {
    try check(values)
    let handle = try open()
    return try checked(
      PostgresValue.withPointers(values) {
        wallfarm_pg_run_with(handle, sql, Int32(values.count), $0)
      })
  }

  /// Runs statements one after the other without waiting for each; within a transaction.
  ///
  /// - Returns: the result of each.
  package func run(
    each statements: [(sql: String, values: [PostgresValue])]
  ) throws(RenderError) -> [PostgresResult] {
    var results: [PostgresResult] = []
    for start in stride(from: 0, to: statements.count, by: PostgresConnection.mostOnTheirWay) {
      let end = min(start + PostgresConnection.mostOnTheirWay, statements.count)
      results += try run(together: statements[start..<end])
    }
    return results
  }

  private func run(
    together statements: ArraySlice<(sql: String, values: [PostgresValue])>
  ) throws(RenderError) -> [PostgresResult] {
    for (_, values) in statements { try check(values) }
    let handle = try open()
    guard wallfarm_pg_begin_pipeline(handle) == 0 else { throw failure("it is busy") }
    for (sql, values) in statements {
      let sent = PostgresValue.withPointers(values) {
        wallfarm_pg_send(handle, sql, Int32(values.count), $0)
      }
      guard sent == 0 else { throw failure("the connection was lost") }
    }
    guard wallfarm_pg_sync(handle) == 0 else { throw failure("the connection was lost") }
    var results: [PostgresResult] = []
    var error: RenderError?
    while wallfarm_pg_is_up(handle) == 1 {
      // Behind the results of each statement is a gap.
      guard let result = wallfarm_pg_next(handle) else { continue }
      if wallfarm_pg_is_sync(result) == 1 {
        wallfarm_pg_clear(result)
        break
      }
      do throws(RenderError) {
        results.append(try checked(result))
      } catch let found {
        // Those behind it were not run.
        error = error ?? found
      }
    }
    guard wallfarm_pg_is_up(handle) == 1, wallfarm_pg_end_pipeline(handle) == 0 else {
      throw failure("the connection was lost")
    }
    if let error { throw error }
    return results
  }

  /// Fills a table with rows.
  ///
  /// - Parameters:
  ///   - table: its name, with columns in brackets where not all are given.
  ///   - rows: their values.
  /// - Throws: where the server does not take them; then none are there.
  package func copy(
    into table: String, _ rows: some Sequence<[PostgresValue]>
  ) throws(RenderError) {
    let handle = try open()
    _ = try checked(wallfarm_pg_run(handle, "COPY \(table) FROM STDIN"))
    var text: [UInt8] = []
    func send() -> Bool {
      defer { text.removeAll(keepingCapacity: true) }
      return text.withUnsafeBytes {
        wallfarm_pg_copy(handle, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count)) == 0
      }
    }
    for row in rows {
      for (index, value) in row.enumerated() {
        if index > 0 { text.append(UInt8(ascii: "\t")) }
        value.write(toCopy: &text)
      }
      text.append(UInt8(ascii: "\n"))
      if text.count > 1 << 16, !send() { throw failure("the connection was lost") }
    }
    guard send(), wallfarm_pg_end_copy(handle) == 0 else {
      throw failure("the connection was lost")
    }
    var error: RenderError?
    while let result = wallfarm_pg_next(handle) {
      do throws(RenderError) {
        _ = try checked(result)
      } catch let found {
        error = error ?? found
      }
    }
    if let error { throw error }
  }

  /// Does everything in `body`, or nothing of it.
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
      _ = try? run("ROLLBACK")
      throw error
    }
  }
}
