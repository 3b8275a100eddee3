internal import Digests
internal import Storage
import WallfarmPluginKit

/// Records the client of each upload, and the people, addresses and themes that pin the upload.
///
/// A pinned upload is never evicted. Other uploads with a known client are evicted if space is
/// needed, starting with the client that uses the most space. The tables call all uploads photos,
/// as earlier versions did.
package struct UploadRecords: Sendable {
  let store: ServiceStore
  /// Maximum size of all uploads in bytes.
  let mostBytes: Int
  /// The keys for names, or `nil` for uploads in memory, whose names are valid only in this process.
  private let ring: KeyRing?
  private let own = AddressKeys()

  /// The number of seconds, equal to 90 days, to keep an unused upload whose client is unknown.
  ///
  /// Earlier versions did not record the clients of uploads.
  package static let patience = 90 * 86_400

  init(store: ServiceStore, mostBytes: Int, ring: KeyRing? = nil) {
    (self.store, self.mostBytes, self.ring) = (store, mostBytes, ring)
  }

  /// Returns the possible names of an upload, one per key; a new upload gets the first name.
  func names(_ digest: String, of client: String) -> [String] {
    keys.map { UploadRecords.name(digest, client, $0) }
  }

  /// The keys for names; new names use the first key.
  var keys: [AddressKeys.Key] { (ring?.addresses ?? own).all }

  static func name(_ digest: String, _ client: String, _ key: AddressKeys.Key) -> String {
    Base64.addressText(of: key.code("photo name", "\(client)\n\(digest)")) + ".sealed"
  }

  /// Returns the maximum total size in bytes of a client's pinned uploads.
  func share(of client: String) -> Int {
    // Without keys, there is one unnamed client, which may use all of the space.
    client.isEmpty ? mostBytes : mostBytes / 2
  }

  /// Records an upload, and removes the records of evicted uploads.
  ///
  /// - Parameters:
  ///   - name: The name of the upload.
  ///   - bytes: The size of the upload in bytes.
  ///   - client: The client that uploaded it.
  ///   - now: The current time.
  ///   - lastUse: Returns a number for the last use of an upload; later uses have larger numbers.
  /// - Returns: The names of evicted uploads, whose files the caller must delete.
  /// - Throws: `store-full`, `quota-exceeded`, `store-failed`.
  func add(
    _ name: String, bytes: Int, of client: String, now: Moment,
    lastUse: (String) -> Int
  ) throws(RenderError) -> [String] {
    try store.use { (database) throws(RenderError) in
      try store.checkUpload(name, bytes: bytes, of: client, in: database, now: now)
      let gone = try makeRoom(
        for: bytes, of: client, now: now, lastUse: lastUse, in: database)
      for name in gone { try database.run("DELETE FROM photos WHERE name = ?", .text(name)) }
      try database.run(
        """
        INSERT INTO photos VALUES(?1, ?2, ?3, (SELECT count(*) FROM pins WHERE photo = ?1), ?4)
          ON CONFLICT(name) DO UPDATE SET client = excluded.client, bytes = excluded.bytes
        """, .text(name), .text(client), SQLValue(bytes), SQLValue(now.seconds))
      return gone
    }
  }

  /// An unpinned upload.
  private struct Loose {
    let name: String
    let client: String
    let bytes: Int
  }

  private func makeRoom(
    for bytes: Int, of client: String, now: Moment, lastUse: (String) -> Int,
    in database: Database
  ) throws(RenderError) -> [String] {
    func sizes() throws(RenderError) -> [String: Int] {
      let rows = try database.rows(
        "SELECT client, sum(bytes) FROM photos WHERE client IS NOT NULL GROUP BY client"
      ) { (row) throws(RenderError) in (row.text(0), row.integer(1)) }
      return Dictionary(uniqueKeysWithValues: rows)
    }
    var sizes = try sizes()
    var left = mostBytes - sizes.values.reduce(0, +) - bytes
    guard left < 0 else { return [] }
    // Expired addresses no longer pin their uploads.
    try database.run("DELETE FROM requests WHERE expires <= ?", SQLValue(now.seconds))
    var loose = try loose(lastUse, in: database)
    sizes[client, default: 0] += bytes
    var gone: [String] = []
    var erased = 0
    while left < 0 {
      let others = loose.keys.filter { $0 != client }
      let largest = others.max { (sizes[$0] ?? 0, $0) < (sizes[$1] ?? 0, $1) }
      let (other, own) = (largest.flatMap { sizes[$0] } ?? 0, sizes[client] ?? 0)
      let hasLoose = loose[client] != nil
      // Never evict uploads of a client that uses less space than the client of the new upload.
      let giver = other > own || other == own && !hasLoose ? largest : hasLoose ? client : nil
      guard let giver, let upload = loose[giver]?.popLast() else {
        // Erasing a theme releases the files that it pins.
        guard erased < gone.count else { throw .noRoomForUpload(bytes) }
        for name in gone[erased...] {
          try database.run("DELETE FROM photos WHERE name = ?", .text(name))
        }
        erased = gone.count
        loose = try self.loose(lastUse, in: database)
        continue
      }
      if loose[giver]?.isEmpty == true { loose[giver] = nil }
      sizes[giver, default: 0] -= upload.bytes
      left += upload.bytes
      gone.append(upload.name)
    }
    return gone
  }

  /// Returns the unpinned uploads of each client, with the least recently used upload last.
  private func loose(
    _ lastUse: (String) -> Int, in database: Database
  ) throws(RenderError) -> [String: [Loose]] {
    let rows = try database.rows(
      "SELECT name, client, bytes FROM photos WHERE holders = 0 AND client IS NOT NULL"
    ) { (row) throws(RenderError) in
      Loose(name: row.text(0), client: row.text(1), bytes: row.integer(2))
    }
    let uses = Dictionary(rows.map { ($0.name, lastUse($0.name)) }) { $1 }
    return Dictionary(grouping: rows, by: \.client).mapValues { uploads in
      uploads.sorted { (uses[$0.name] ?? 0) > (uses[$1.name] ?? 0) }
    }
  }

  /// Removes the record of an upload; its pins remain and apply again after it is uploaded again.
  ///
  /// - Throws: `store-failed`.
  func erase(_ name: String) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      _ = try database.run("DELETE FROM photos WHERE name = ?", .text(name))
    }
  }

  /// Renames an upload, and the pins on it and by it.
  ///
  /// - Throws: `store-failed`.
  func rename(_ old: String, to new: String, bytes: Int) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      // Some pins may already use the new name.
      try database.run(
        "UPDATE OR IGNORE pins SET photo = ? WHERE photo = ?", .text(new), .text(old))
      try database.run("DELETE FROM pins WHERE photo = ?", .text(old))
      try database.run(
        "UPDATE OR IGNORE pins SET holder = ? WHERE holder = ?", .blob(Array(new.utf8)),
        .blob(Array(old.utf8)))
      try database.run(
        """
        INSERT OR REPLACE INTO photos
          SELECT ?1, client, ?3, (SELECT count(*) FROM pins WHERE photo = ?1), since
          FROM photos WHERE name = ?2
        """, .text(new), .text(old), SQLValue(bytes))
      try database.run("DELETE FROM photos WHERE name = ?", .text(old))
    }
  }
}

// Uploads that were stored by an earlier version, which did not record the clients of uploads.

extension UploadRecords {
  /// Synchronizes the records with the existing files.
  ///
  /// - Parameters:
  ///   - found: Sizes in bytes by name.
  ///   - now: The current time.
  /// - Returns: The names of uploads without a known client.
  /// - Throws: `store-failed`.
  func reconcile(_ found: [String: Int], now: Moment) throws(RenderError) -> Set<String> {
    try store.use { (database) throws(RenderError) in
      let known = try database.rows("SELECT name FROM photos") { (row) throws(RenderError) in
        row.text(0)
      }
      for name in known where found[name] == nil {
        try database.run("DELETE FROM photos WHERE name = ?", .text(name))
      }
      let recorded = Set(known)
      for (name, bytes) in found where !recorded.contains(name) {
        try database.run(
          """
          INSERT INTO photos VALUES(?1, NULL, ?2, (SELECT count(*) FROM pins WHERE photo = ?1), ?3)
          """, .text(name), SQLValue(bytes), SQLValue(now.seconds))
      }
      return Set(
        try database.rows("SELECT name FROM photos WHERE client IS NULL") {
          (row) throws(RenderError) in row.text(0)
        })
    }
  }

  /// Assigns an upload without a client to a client.
  ///
  /// - Throws: `store-failed`.
  func adopt(_ name: String, by client: String) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      _ = try database.run(
        "UPDATE photos SET client = ? WHERE name = ? AND client IS NULL", .text(client),
        .text(name))
    }
  }

  /// Removes the records of uploads that have had no client for too long.
  ///
  /// - Returns: The names of the removed uploads.
  /// - Throws: `store-failed`.
  func takeForgotten(now: Moment) throws(RenderError) -> [String] {
    try store.use { (database) throws(RenderError) in
      let names = try database.rows(
        "SELECT name FROM photos WHERE client IS NULL AND since <= ?",
        SQLValue(now.seconds - UploadRecords.patience)
      ) { (row) throws(RenderError) in row.text(0) }
      for name in names { try database.run("DELETE FROM photos WHERE name = ?", .text(name)) }
      return names
    }
  }
}
