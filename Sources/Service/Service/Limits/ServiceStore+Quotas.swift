internal import Storage
import WallfarmPluginKit

extension ServiceStore {
  /// The amount of data that a client stores.
  struct Usage: Sendable {
    let people: Int
    let uploads: Int
    /// The number of subscriptions of the client's people to content sources.
    let sources: Int
    /// The size in bytes of the client's requests, people, uploads and documents of sources.
    let bytes: Int
  }

  /// Returns the amount of data that a client stores.
  ///
  /// - Throws: `store-failed`.
  func usage(of client: String) throws(RenderError) -> Usage {
    try use { (database) throws(RenderError) in
      let (uploads, bytes) = try ServiceStore.uploads(of: client, in: database)
      let own = try ServiceStore.bytes(of: client, in: database)
      return Usage(
        people: try ServiceStore.people(of: client, in: database), uploads: uploads,
        sources: try ServiceStore.sources(of: client, in: database), bytes: own + bytes)
    }
  }

  /// Checks that a client may store another person.
  ///
  /// - Throws: `quota-exceeded`, `store-failed`.
  func checkPeople(of client: String, in database: Database) throws(RenderError) {
    guard let most = limits(of: client).people else { return }
    guard try ServiceStore.people(of: client, in: database) < most else {
      throw exceeded(.people, "people", most)
    }
  }

  /// Checks that a client does not have too many subscriptions to content sources.
  ///
  /// - Throws: `quota-exceeded`, `store-failed`.
  func checkSources(of client: String, in database: Database) throws(RenderError) {
    guard let most = limits(of: client).sources else { return }
    guard try ServiceStore.sources(of: client, in: database) <= most else {
      throw exceeded(.sources, "content sources", most)
    }
  }

  /// Checks that a client may store an upload.
  ///
  /// - Parameters:
  ///   - name: The name of the upload, which may already be stored.
  ///   - bytes: The size of the upload in bytes.
  ///   - client: The client.
  ///   - database: The database of the transaction.
  ///   - now: The current time.
  /// - Throws: `quota-exceeded`, `store-failed`.
  func checkUpload(
    _ name: String, bytes: Int, of client: String, in database: Database, now: Moment
  ) throws(RenderError) {
    let limits = limits(of: client)
    guard limits.uploads != nil || limits.bytes != nil else { return }
    let known = try database.first(
      "SELECT bytes FROM photos WHERE name = ? AND client = ?", .text(name), SQLValue(client)
    ) { $0.integer(0) }
    if known == nil, let most = limits.uploads,
      try ServiceStore.uploads(of: client, in: database).count >= most
    {
      throw exceeded(.uploads, "uploads", most)
    }
    try checkBytes(bytes - (known ?? 0), of: client, in: database, now: now)
  }

  /// Checks that a client may store more bytes.
  ///
  /// - Throws: `quota-exceeded`, `store-failed`.
  func checkBytes(
    _ count: Int, of client: String, in database: Database, now: Moment
  ) throws(RenderError) {
    guard let most = limits(of: client).bytes else { return }
    func isExceeded() throws(RenderError) -> Bool {
      let own = try ServiceStore.bytes(of: client, in: database)
      return own + (try ServiceStore.uploads(of: client, in: database)).bytes + count > most
    }
    guard try isExceeded() else { return }
    try ServiceStore.eraseExpired(in: database, now: now)
    if try isExceeded() { throw exceeded(.bytes, "bytes", most) }
  }

  /// Counts a refused request, and returns its error.
  private func exceeded(_ kind: LimitCounts.Kind, _ what: String, _ most: Int) -> RenderError {
    refused(kind)
    return .quotaExceeded(what, most)
  }

  private static func people(of client: String, in database: Database) throws(RenderError) -> Int {
    try database.first("SELECT count(*) FROM people WHERE client = ?", SQLValue(client)) {
      $0.integer(0)
    } ?? 0
  }

  private static func sources(of client: String, in database: Database) throws(RenderError) -> Int {
    try database.first("SELECT count(*) FROM subscriptions WHERE client = ?", SQLValue(client)) {
      $0.integer(0)
    } ?? 0
  }

  private static func bytes(of client: String, in database: Database) throws(RenderError) -> Int {
    try database.first("SELECT bytes FROM shares WHERE client = ?", SQLValue(client)) {
      $0.integer(0)
    } ?? 0
  }

  private static func uploads(
    of client: String, in database: Database
  ) throws(RenderError) -> (count: Int, bytes: Int) {
    try database.first(
      "SELECT count(*), coalesce(sum(bytes), 0) FROM photos WHERE client = ?", SQLValue(client)
    ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
  }
}
