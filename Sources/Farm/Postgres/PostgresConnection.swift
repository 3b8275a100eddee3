internal import CPostgres
package import Diagnostics

/// How a connection tells what went wrong, in the words of those who use it.
package struct PostgresErrors: Sendable {
  /// Makes an error of where the database is, what happened, and what to try.
  let failed: @Sendable (String, String, String?) -> RenderError

  /// The hint for a missing privilege (SQLSTATE 42501).
  let denied: String?

  package init(
    failed: @escaping @Sendable (String, String, String?) -> RenderError, denied: String? = nil
  ) {
    (self.failed, self.denied) = (failed, denied)
  }
}

/// A connection to PostgreSQL, which belongs to one thread.
///
/// One that is lost is made anew by the next statement that begins something; what was under way is an error, and its
/// caller finds out what became of it. A server that does not answer in time counts as lost.
package final class PostgresConnection {
  /// Where it leads, without a password.
  package var name: String { address.name }
  /// Longest wait for an answer.
  package var patience = Duration.seconds(10)
  /// What the server calls the error of the last statement that failed (SQLSTATE); nil where it was lost.
  package private(set) var lastState: String?
  /// How often it was made anew.
  package private(set) var reconnects = 0
  private let address: PostgresAddress
  private let errors: PostgresErrors
  private var handle: OpaquePointer?
  /// What is run on each connection before anything else.
  private let setUp: String
  /// Called on each new connection after a reconnect, before any other statement.
  package var isSetUp: ((PostgresConnection) throws(RenderError) -> Void)?
  private var isInTransaction = false
  /// Names of statements that the server has read, by their words.
  private var prepared: [String: String] = [:]
  /// Counts names: none is given twice on one connection.
  private var lastName = 0

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
    guard wallfarm_pg_load() == 0 else {
      throw errors.failed("PostgreSQL", "libpq cannot be loaded", "install libpq5")
    }
    guard let read = PostgresAddress(address) else {
      throw errors.failed(
        "PostgreSQL", "the address is invalid or ambiguous",
        "write postgres://USER@HOST/DATABASE; in names and passwords write '@' as %40, '/' as %2F, "
          + "':' as %3A, '?' as %3F and '#' as %23")
    }
    (self.address, self.setUp, self.errors) = (read, setUp, errors)
    try connect()
  }

  deinit { if let handle { wallfarm_pg_finish(handle) } }

  /// An address without user and password.
  package static func withoutPassword(_ address: String) -> String {
    PostgresAddress.shown(address)
  }

  private func connect() throws(RenderError) {
    lose()
    handle = wallfarm_pg_connect(address.text)
    guard let handle, wallfarm_pg_is_up(handle) == 1 else {
      throw failure("it does not answer", hint: "see whether it runs, and to the address")
    }
    // Bytes are the same everywhere.
    _ = try run("SET client_encoding = 'UTF8'; SET client_min_messages = warning; " + setUp)
  }

  /// Gives up what is not to be relied on any more.
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

  /// What happened to a statement whose answer did not come.
  private func lost(_ otherwise: String = "it did not answer in time") -> RenderError {
    let error = failure(otherwise)
    // What comes now would be taken for the answer to something else.
    lose()
    return error
  }

  /// Makes sure of a connection before something begins.
  private func open() throws(RenderError) -> OpaquePointer {
    if let handle, wallfarm_pg_is_up(handle) == 1 { return handle }
    if isInTransaction { throw failure("the connection was lost") }
    try connect()
    reconnects += 1
    do throws(RenderError) {
      try isSetUp?(self)
    } catch {
      // The next call connects and checks again.
      lose()
      throw error
    }
    guard let handle else { throw failure("it does not answer") }
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
        throw failure("it did not answer")
      }
      lastState = state
      throw errors.failed(
        name, address.hiding(reason) + (state.map { " (SQLSTATE \($0))" } ?? ""),
        state == "42501" ? errors.denied : nil)
    }
    return taken
  }

  /// A zero would end the text for libpq, and what is behind it would be lost.
  private func check(_ values: [PostgresValue]) throws(RenderError) {
    guard values.allSatisfy({ !$0.hasZero }) else {
      lastState = nil
      throw errors.failed(
        name, "a text has a zero (U+0000) in it, which PostgreSQL cannot keep", "take it out")
    }
  }

  /// Runs statements without values, one behind the other.
  ///
  /// - Returns: the result of the last one.
  @discardableResult
  package func run(_ sql: String) throws(RenderError) -> PostgresResult {
    let handle = try open()
    guard wallfarm_pg_send(handle, sql) == 0 else { throw lost("the connection was lost") }
    return try lastResult(handle)
  }

  /// Takes results until there are no more.
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
    guard let last else { throw lost("it did not answer") }
    return last
  }

  /// Runs a statement with values for its `$1`, `$2` and so on.
  ///
  /// The server reads it once for a connection: its words are the same each time.
  @discardableResult
  package func run(_ sql: String, _ values: [PostgresValue]) throws(RenderError) -> PostgresResult {
    try run(each: [(sql, values)])[0]
  }

  /// Runs statements one after the other without waiting for each, all of them or none.
  ///
  /// - Returns: the result of each.
  package func run(
    each statements: [(sql: String, values: [PostgresValue])]
  ) throws(RenderError) -> [PostgresResult] {
    for (_, values) in statements { try check(values) }
    if statements.count <= PostgresConnection.mostOnTheirWay {
      return try run(together: statements[...])
    }
    return try transaction { () throws(RenderError) in
      var results: [PostgresResult] = []
      for start in stride(from: 0, to: statements.count, by: PostgresConnection.mostOnTheirWay) {
        let end = min(start + PostgresConnection.mostOnTheirWay, statements.count)
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
    // What each result that is awaited belongs to: a statement that was read, or one that was run.
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

  // What is awaited is the words of a statement that was to be read, or nil for one that was run.
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
      // Behind the results of each statement is a gap.
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
        // Those behind it were not run, nor read.
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
    guard wallfarm_pg_send(handle, "COPY \(table) FROM STDIN") == 0 else { throw lost() }
    try wait(handle)
    guard let begun = wallfarm_pg_next(handle) else { throw lost("it did not answer") }
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
      let state = lastState
      if handle != nil { _ = try? run("ROLLBACK") }
      lastState = state
      throw error
    }
  }

  /// Whether somebody has told something since the last call; it does not wait.
  package func hasNews() -> Bool {
    guard let handle, wallfarm_pg_is_up(handle) == 1 else { return false }
    return wallfarm_pg_notifications(handle) > 0
  }
}
