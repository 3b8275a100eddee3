internal import Digests
internal import Storage
import WallfarmPluginKit

/// Records the client of each stored photo, and the people and addresses that pin the photo.
///
/// A pinned photo is never evicted. Other photos with a known client are evicted if space is
/// needed, starting with the client that uses the most space.
package struct PhotoRecords: Sendable {
  let store: ServiceStore
  /// Maximum size of all photos in bytes.
  let mostBytes: Int
  /// The keys for names, or `nil` for photos in memory, whose names are valid only in this process.
  private let ring: KeyRing?
  private let own = AddressKeys()

  /// The number of seconds, equal to 90 days, to keep an unused photo whose client is unknown.
  ///
  /// Earlier versions did not record the clients of photos.
  package static let patience = 90 * 86_400

  init(store: ServiceStore, mostBytes: Int, ring: KeyRing? = nil) {
    (self.store, self.mostBytes, self.ring) = (store, mostBytes, ring)
  }

  /// Returns the possible names of a photo, one per key; a new photo gets the first name.
  func names(_ digest: String, of client: String) -> [String] {
    (ring?.addresses ?? own).all.map { PhotoRecords.name(digest, client, $0) }
  }

  static func name(_ digest: String, _ client: String, _ key: AddressKeys.Key) -> String {
    Base64.addressText(of: key.code("photo name", "\(client)\n\(digest)")) + ".sealed"
  }

  /// Returns the maximum total size in bytes of a client's pinned photos.
  private func share(of client: String) -> Int {
    // Without keys, there is one unnamed client, which may use all of the space.
    client.isEmpty ? mostBytes : mostBytes / 2
  }

  /// Records a photo, and removes the records of evicted photos.
  ///
  /// - Parameters:
  ///   - name: The name of the photo.
  ///   - bytes: The size of the photo in bytes.
  ///   - client: The client that uploaded it.
  ///   - now: The current time.
  ///   - lastUse: Returns a number for the last use of a photo; later uses have larger numbers.
  /// - Returns: The names of evicted photos, whose files the caller must delete.
  /// - Throws: `store-full`, `store-failed`.
  func add(
    _ name: String, bytes: Int, of client: String, now: Moment,
    lastUse: (String) -> Int
  ) throws(RenderError) -> [String] {
    try store.use { (database) throws(RenderError) in
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

  /// An unpinned photo.
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
    // Expired addresses no longer pin their photos.
    try database.run("DELETE FROM requests WHERE expires <= ?", SQLValue(now.seconds))
    var loose = try loose(lastUse, in: database)
    sizes[client, default: 0] += bytes
    var gone: [String] = []
    while left < 0 {
      let others = loose.keys.filter { $0 != client }
      let largest = others.max { (sizes[$0] ?? 0, $0) < (sizes[$1] ?? 0, $1) }
      let (other, own) = (largest.flatMap { sizes[$0] } ?? 0, sizes[client] ?? 0)
      let hasLoose = loose[client] != nil
      // Never evict photos of a client that uses less space than the client of the new photo.
      let giver = other > own || other == own && !hasLoose ? largest : hasLoose ? client : nil
      guard let giver, let photo = loose[giver]?.popLast() else { throw .noRoomForPhoto(bytes) }
      if loose[giver]?.isEmpty == true { loose[giver] = nil }
      sizes[giver, default: 0] -= photo.bytes
      left += photo.bytes
      gone.append(photo.name)
    }
    return gone
  }

  /// Returns the unpinned photos of each client, with the least recently used photo last.
  private func loose(
    _ lastUse: (String) -> Int, in database: Database
  ) throws(RenderError) -> [String: [Loose]] {
    let rows = try database.rows(
      "SELECT name, client, bytes FROM photos WHERE holders = 0 AND client IS NOT NULL"
    ) { (row) throws(RenderError) in
      Loose(name: row.text(0), client: row.text(1), bytes: row.integer(2))
    }
    let uses = Dictionary(rows.map { ($0.name, lastUse($0.name)) }) { $1 }
    return Dictionary(grouping: rows, by: \.client).mapValues { photos in
      photos.sorted { (uses[$0.name] ?? 0) > (uses[$1.name] ?? 0) }
    }
  }

  /// Removes a photo's record; its pins remain and apply again if the photo is uploaded again.
  ///
  /// - Throws: `store-failed`.
  func erase(_ name: String) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      _ = try database.run("DELETE FROM photos WHERE name = ?", .text(name))
    }
  }

  /// Renames a photo and its pins.
  ///
  /// - Throws: `store-failed`.
  func rename(_ old: String, to new: String, bytes: Int) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      // Some pins may already use the new name.
      try database.run(
        "UPDATE OR IGNORE pins SET photo = ? WHERE photo = ?", .text(new), .text(old))
      try database.run("DELETE FROM pins WHERE photo = ?", .text(old))
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

// Photos that were stored by an earlier version, which did not record the clients of photos.

extension PhotoRecords {
  /// Synchronizes the records with the existing files.
  ///
  /// - Parameters:
  ///   - found: Sizes in bytes by name.
  ///   - now: The current time.
  /// - Returns: The names of photos without a known client.
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

  /// Assigns a photo without a client to a client.
  ///
  /// - Throws: `store-failed`.
  func adopt(_ name: String, by client: String) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      _ = try database.run(
        "UPDATE photos SET client = ? WHERE name = ? AND client IS NULL", .text(client),
        .text(name))
    }
  }

  /// Removes the records of photos that have had no client for too long.
  ///
  /// - Returns: The names of the removed photos.
  /// - Throws: `store-failed`.
  func takeForgotten(now: Moment) throws(RenderError) -> [String] {
    try store.use { (database) throws(RenderError) in
      let names = try database.rows(
        "SELECT name FROM photos WHERE client IS NULL AND since <= ?",
        SQLValue(now.seconds - PhotoRecords.patience)
      ) { (row) throws(RenderError) in row.text(0) }
      for name in names { try database.run("DELETE FROM photos WHERE name = ?", .text(name)) }
      return names
    }
  }
}

// Pins.

extension PhotoRecords {
  /// Replaces the pins of a person or an address.
  ///
  /// - Parameters:
  ///   - digests: The digests of the photos.
  ///   - needed: Digests of photos that must be stored.
  ///   - isBounded: Whether to check the client's quota; `false` for data from an earlier version.
  ///   - drops: Whether to remove previous pins on photos that are not in `digests`.
  ///   - holder: The person or address.
  ///   - client: The client that owns the photos.
  ///   - database: The database, in a transaction.
  /// - Throws: `photo-unreadable` if a needed photo is not stored; `store-full` if the quota is
  ///   exceeded.
  func pin(
    _ digests: Set<String>, needed: Set<String> = [], isBounded: Bool = true,
    drops: Bool = true, to holder: [UInt8], of client: String,
    in database: Database
  ) throws(RenderError) {
    var wanted: Set<String> = []
    for digest in digests {
      let names = names(digest, of: client)
      var kept: String?
      for name in names where kept == nil {
        kept = try database.first("SELECT name FROM photos WHERE name = ?", .text(name)) {
          $0.text(0)
        }
      }
      guard kept != nil || !needed.contains(digest) else { throw .photoNotKept() }
      wanted.insert(kept ?? names[0])
    }
    let before = Set(
      try database.rows("SELECT photo FROM pins WHERE holder = ?", .blob(holder)) {
        (row) throws(RenderError) in row.text(0)
      })
    for photo in before.subtracting(wanted) where drops {
      try database.run(
        "DELETE FROM pins WHERE holder = ? AND photo = ?", .blob(holder), .text(photo))
    }
    for photo in wanted.subtracting(before) {
      try database.run("INSERT INTO pins VALUES(?, ?)", .blob(holder), .text(photo))
    }
    guard isBounded, !wanted.isSubset(of: before) else { return }
    let shown = try database.first(
      "SELECT coalesce(sum(bytes), 0) FROM photos WHERE client = ? AND holders > 0", .text(client)
    ) { $0.integer(0) }
    guard shown ?? 0 <= share(of: client) else { throw .tooManyPhotos(share(of: client)) }
  }
}

extension RenderError {
  static func photoNotKept() -> RenderError {
    RenderError(
      .photoUnreadable, "no photo with this name is stored", origin: .option("photo"),
      hint: "upload the photo first: PUT /v1/photos returns its name, such as sha256-…")
  }

  static func noRoomForPhoto(_ bytes: Int) -> RenderError {
    RenderError(
      .storeFull, "the store is too full for a photo of \(bytes) bytes",
      hint: "delete people, addresses or photos that you no longer need; the operator can raise "
        + "--max-store-bytes and --max-photos-bytes")
  }

  fileprivate static func tooManyPhotos(_ most: Int) -> RenderError {
    RenderError(
      .storeFull, "the photos that your people and addresses use exceed the limit of \(most) bytes",
      hint: "delete people or addresses that you no longer need, or upload smaller photos")
  }
}
