internal import Digests
internal import Storage
import WallfarmPluginKit

/// Records of the photos that are kept: the client that brought each, and the people and addresses that show it.
///
/// A photo that something shows stays. The others make room, first those of the client that has the most.
struct PhotoRecords: Sendable {
  let store: ServiceStore
  /// Most bytes of all photos together.
  let mostBytes: Int
  /// Keys of the names; nil for names that end with the process.
  private let ring: KeyRing?
  private let own = AddressKeys()

  /// How long a photo of an earlier version, whose client is not known, waits for its first use: 90 days in seconds.
  static let patience = 90 * 86_400

  init(store: ServiceStore, mostBytes: Int, ring: KeyRing? = nil) {
    (self.store, self.mostBytes, self.ring) = (store, mostBytes, ring)
  }

  /// Names that a photo may have, under each key; the first one is that of a new photo.
  func names(_ digest: String, of client: String) -> [String] {
    (ring?.addresses ?? own).all.map { PhotoRecords.name(digest, client, $0) }
  }

  static func name(_ digest: String, _ client: String, _ key: AddressKeys.Key) -> String {
    Base64.addressText(of: key.code("photo name", "\(client)\n\(digest)")) + ".sealed"
  }

  /// Most bytes of the photos of a client that something shows.
  private func share(of client: String) -> Int {
    // Without keys there is one client, who has no name.
    client.isEmpty ? mostBytes : mostBytes / 2
  }

  /// Records a photo, and takes others out of the records where there is no room for it.
  ///
  /// - Parameters:
  ///   - name: of the photo.
  ///   - bytes: how much it takes.
  ///   - client: who has brought it.
  ///   - now: the present moment.
  ///   - lastUse: tells when a photo was used; a larger number is later.
  /// - Returns: names of the photos that are to be erased.
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

  /// A photo that nothing shows.
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
    // Addresses that have ended show nothing.
    try database.run("DELETE FROM requests WHERE expires <= ?", SQLValue(now.seconds))
    var loose = try loose(lastUse, in: database)
    sizes[client, default: 0] += bytes
    var gone: [String] = []
    while left < 0 {
      let others = loose.keys.filter { $0 != client }
      let largest = others.max { (sizes[$0] ?? 0, $0) < (sizes[$1] ?? 0, $1) }
      let (other, own) = (largest.flatMap { sizes[$0] } ?? 0, sizes[client] ?? 0)
      let hasLoose = loose[client] != nil
      // A client with less than this one keeps what it has.
      let giver = other > own || other == own && !hasLoose ? largest : hasLoose ? client : nil
      guard let giver, let photo = loose[giver]?.popLast() else { throw .noRoomForPhoto(bytes) }
      if loose[giver]?.isEmpty == true { loose[giver] = nil }
      sizes[giver, default: 0] -= photo.bytes
      left += photo.bytes
      gone.append(photo.name)
    }
    return gone
  }

  /// Photos that nothing shows, by client; the one that was not used for the longest time is the last.
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

  /// Takes a photo out of the records; what shows it shows it again where it is brought again.
  ///
  /// - Throws: `store-failed`.
  func erase(_ name: String) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      _ = try database.run("DELETE FROM photos WHERE name = ?", .text(name))
    }
  }

  /// Records that a photo has another name, with everything that shows it.
  ///
  /// - Throws: `store-failed`.
  func rename(_ old: String, to new: String, bytes: Int) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      // Some may have been noted under the new name already.
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

// Photos of an earlier version, which did not record whose a photo is.

extension PhotoRecords {
  /// Compares the records with the photos that are there.
  ///
  /// - Parameters:
  ///   - found: bytes by name.
  ///   - now: the present moment.
  /// - Returns: names of photos whose client is not known.
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

  /// Records whose a photo is that had no client.
  ///
  /// - Throws: `store-failed`.
  func adopt(_ name: String, by client: String) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      _ = try database.run(
        "UPDATE photos SET client = ? WHERE name = ? AND client IS NULL", .text(client),
        .text(name))
    }
  }

  /// Takes photos out of the records that had no client for too long.
  ///
  /// - Returns: their names.
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

// What shows a photo.

extension PhotoRecords {
  /// Records the photos that a person or an address shows, in place of those that it showed before.
  ///
  /// - Parameters:
  ///   - digests: of the photos.
  ///   - needed: those that have to be there.
  ///   - isBounded: whether the client's share is looked at; not for what an earlier version has kept.
  ///   - drops: whether photos that it showed before may go.
  ///   - holder: what shows them.
  ///   - client: whose they are.
  ///   - database: in a transaction.
  /// - Throws: `photo-unreadable` for one that is needed and not there; `store-full` where the client has too many.
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
      .photoUnreadable, "no photo of that name is kept here", origin: .option("photo"),
      hint: "send it first: PUT /v1/photos answers its name, such as sha256-…")
  }

  static func noRoomForPhoto(_ bytes: Int) -> RenderError {
    RenderError(
      .storeFull, "there is no room for a photo of \(bytes) bytes",
      hint: "erase people, addresses or photos that are not needed any more; the operator sets "
        + "--max-store-bytes and --max-photos-bytes")
  }

  fileprivate static func tooManyPhotos(_ most: Int) -> RenderError {
    RenderError(
      .storeFull, "the photos of your people and addresses have more than \(most) bytes",
      hint: "erase people or addresses that are not needed any more, or send smaller photos")
  }
}
