internal import Storage
import WallfarmPluginKit

// Pins, which keep uploads from being evicted.

extension UploadRecords {
  /// Replaces the pins of a person, an address, a theme or a permission for all clients.
  ///
  /// - Parameters:
  ///   - digests: The digests of the uploads.
  ///   - needed: Digests of uploads that must be stored.
  ///   - isBounded: Whether to check the client's quota; `false` for data from an earlier version.
  ///   - drops: Whether to remove previous pins on uploads that are not in `digests`.
  ///   - missing: Returns the error for a needed upload that is neither stored nor shared.
  ///   - holder: The identity of the person, address, theme or permission.
  ///   - client: The client that owns the uploads.
  ///   - database: The database, in a transaction.
  /// - Throws: `store-full` if the quota is exceeded; `store-failed`; the error of `missing`.
  func pin(
    _ digests: Set<String>, needed: Set<String> = [], isBounded: Bool = true,
    drops: Bool = true, missing: (String) -> RenderError = { _ in .photoNotKept() },
    to holder: [UInt8], of client: String, in database: Database
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
      if kept == nil, needed.contains(digest) {
        // Uploads that other clients share are pinned by the permission.
        guard try !sharers(of: digest, in: database).isEmpty else { throw missing(digest) }
      }
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
    guard shown ?? 0 <= share(of: client) else { throw .tooManyUploads(share(of: client)) }
  }

  /// Pins the files that an upload names for as long as the upload is stored.
  ///
  /// - Throws: `upload-missing` if a part is neither stored nor shared; `store-full` if the quota is
  ///   exceeded; `store-failed`.
  func pin(parts: Set<String>, of digest: String, of client: String) throws(RenderError) {
    guard !parts.isEmpty else { return }
    try store.use { (database) throws(RenderError) in
      for holder in try stored(digest, of: client, in: database) {
        try pin(
          parts, needed: parts, missing: { .uploadMissing(UploadName.name($0)) },
          to: Array(holder.utf8), of: client, in: database)
      }
    }
  }

  /// Returns the names under which an upload is stored; usually, there is one.
  private func stored(
    _ digest: String, of client: String, in database: Database
  ) throws(RenderError) -> [String] {
    var stored: [String] = []
    for name in names(digest, of: client) {
      let found = try database.first("SELECT 1 FROM photos WHERE name = ?", .text(name)) { _ in
        true
      }
      if found == true { stored.append(name) }
    }
    return stored
  }
}

// Uploads that their clients share with all clients.

extension UploadRecords {
  /// Allows all clients to use an upload, which is then never evicted.
  ///
  /// - Throws: `store-full` if the quota is exceeded; `store-failed`.
  func share(_ digest: String, of client: String) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      try movePermissions(for: digest, in: database)
      try database.run(
        "INSERT OR IGNORE INTO shared VALUES(?, ?)", .blob(sharedNames(digest)[0]), .text(client))
      // Other clients can share the same file, so their pins by the same holder remain.
      try pin([digest], drops: false, to: sharedNames(digest)[0], of: client, in: database)
    }
  }

  /// Ends the permission for all clients to use an upload.
  ///
  /// - Throws: `store-failed`.
  func unshare(_ digest: String, of client: String) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      try movePermissions(for: digest, in: database)
      let name = sharedNames(digest)[0]
      try database.run(
        "DELETE FROM shared WHERE name = ? AND client = ?", .blob(name), .text(client))
      for upload in names(digest, of: client) {
        try database.run(
          "DELETE FROM pins WHERE holder = ? AND photo = ?", .blob(name), .text(upload))
      }
    }
  }

  /// Returns the clients that share an upload.
  ///
  /// - Throws: `store-failed`.
  func sharers(of digest: String) throws(RenderError) -> [String] {
    try store.use { (database) throws(RenderError) in try sharers(of: digest, in: database) }
  }

  private func sharers(
    of digest: String, in database: Database
  ) throws(RenderError) -> [String] {
    try movePermissions(for: digest, in: database)
    return try database.rows(
      "SELECT client FROM shared WHERE name = ? ORDER BY client", .blob(sharedNames(digest)[0])
    ) { (row) throws(RenderError) in row.text(0) }
  }

  /// Names the permissions for an upload with the first key, so that older keys can be removed.
  ///
  /// - Throws: `store-failed`.
  func movePermissions(for digest: String) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      try movePermissions(for: digest, in: database)
    }
  }

  private func movePermissions(for digest: String, in database: Database) throws(RenderError) {
    let names = sharedNames(digest)
    for old in names.dropFirst() {
      let (old, new) = (SQLValue.blob(old), SQLValue.blob(names[0]))
      try database.run(
        "INSERT OR IGNORE INTO shared SELECT ?, client FROM shared WHERE name = ?", new, old)
      try database.run("DELETE FROM shared WHERE name = ?", old)
      try database.run("UPDATE OR IGNORE pins SET holder = ? WHERE holder = ?", new, old)
      try database.run("DELETE FROM pins WHERE holder = ?", old)
    }
  }

  /// Returns the possible names of an upload in the table of shared uploads, one per key; they are
  /// also the holders of the pins on shared uploads.
  private func sharedNames(_ digest: String) -> [[UInt8]] {
    keys.map { $0.code("shared name", digest) }
  }
}

extension RenderError {
  static func photoNotKept() -> RenderError {
    RenderError(
      .photoUnreadable, "no photo with this name is stored", origin: .option("photo"),
      hint: "upload the photo first: PUT /v1/photos returns its name, such as sha256-…")
  }

  static func uploadMissing(_ name: String) -> RenderError {
    RenderError(
      .uploadMissing, "no upload with the name '\(name.prefix(80))' is stored for this key",
      hint: "upload it first: PUT /v1/themes, /v1/fonts or /v1/images returns a name such as "
        + "sha256-…")
  }

  static func noRoomForUpload(_ bytes: Int) -> RenderError {
    RenderError(
      .storeFull, "the store is too full for a file of \(bytes) bytes",
      hint: "delete people, addresses or uploads that you no longer need; the operator can raise "
        + "--max-store-bytes and --max-photos-bytes")
  }

  fileprivate static func tooManyUploads(_ most: Int) -> RenderError {
    RenderError(
      .storeFull,
      "the uploads that your people, addresses and themes use, and those that you share, exceed the "
        + "limit of \(most) bytes",
      hint: "delete people, addresses or themes that you no longer need, or upload smaller files")
  }
}
