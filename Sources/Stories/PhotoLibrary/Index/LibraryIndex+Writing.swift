internal import SourceJSON
internal import Storage
package import WallfarmPluginKit

extension LibraryIndex {
  /// The properties of an indexed photo that reveal whether its file has changed.
  package struct KnownFile {
    let id: Int64
    let path: String
    package let size: Int64
    let modified: Int64
    let inode: UInt64
    /// Whether the file was read successfully or found to be permanently damaged.
    package let isRead: Bool
    let isDamaged: Bool
    /// Whether the date comes from the file name.
    let isDatedByName: Bool

    package init(
      id: Int64, path: String, size: Int64, modified: Int64, inode: UInt64, isRead: Bool,
      isDamaged: Bool, isDatedByName: Bool
    ) {
      self.id = id
      self.path = path
      self.size = size
      self.modified = modified
      self.inode = inode
      self.isRead = isRead
      self.isDamaged = isDamaged
      self.isDatedByName = isDatedByName
    }

    /// Whether a file is unchanged and does not have to be read again.
    func isSame(_ file: WalkedFile) -> Bool {
      isRead && size == file.size && modified == file.modified
    }
  }

  /// The kinds of damage for which a file is retried even if it is unchanged, for an SQL query.
  private static let passing = PhotoDamage.Kind.allCases.filter(\.isPassing)
    .map { "'\($0.rawValue)'" }.joined(separator: ", ")

  /// Calls `body` for each photo, in the byte order of the paths.
  package func forEachKnown(_ body: (KnownFile) -> Void) throws(RenderError) {
    _ = try database.rows(
      """
      SELECT id, path, size, modified, inode,
      facts IS NOT NULL AND ifnull(damage, '') NOT IN (\(Self.passing)), damage IS NOT NULL,
      facts LIKE '%"by":"\(TakenDate.Source.fileName.rawValue)"%' FROM photos ORDER BY path
      """
    ) { (row) throws(RenderError) in
      body(
        KnownFile(
          id: Int64(row.integer(0)), path: row.text(1), size: Int64(row.integer(2)),
          modified: Int64(row.integer(3)), inode: UInt64(bitPattern: Int64(row.integer(4))),
          isRead: row.integer(5) == 1, isDamaged: row.integer(6) == 1,
          isDatedByName: row.integer(7) == 1))
    }
  }

  /// Stores the facts of a file, and reuses the measurements of any indexed photo that has equal
  /// content.
  package func keep(_ file: WalkedFile, _ facts: HeadFacts) throws(RenderError) {
    try database.run(
      """
      INSERT INTO photos(path, size, modified, inode, facts, damage, content, reason, look)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, (SELECT look FROM photos
        WHERE content = ?7 AND ?7 <> '' AND damage IS NULL AND look IS NOT NULL LIMIT 1))
      ON CONFLICT(path) DO UPDATE SET size = excluded.size, modified = excluded.modified,
      inode = excluded.inode, facts = excluded.facts, damage = excluded.damage,
      reason = excluded.reason, content = excluded.content, look = excluded.look, whole = NULL
      """, SQLValue(file.path), .integer(file.size), .integer(file.modified),
      .integer(Int64(bitPattern: file.inode)), SQLValue(facts.keptWords.text(pretty: false)),
      SQLValue(facts.damage?.kind.rawValue), SQLValue(facts.content),
      SQLValue(facts.damage?.reason))
  }

  /// Records the new path of a moved file.
  func move(_ id: Int64, to path: String) throws(RenderError) {
    try database.run(
      "UPDATE OR REPLACE photos SET path = ? WHERE id = ?", SQLValue(path), .integer(id))
  }

  /// Deletes the rows of photos whose files are missing.
  func forget(_ ids: [Int64]) throws(RenderError) {
    try database.transaction { () throws(RenderError) in
      for id in ids { try database.run("DELETE FROM photos WHERE id = ?", .integer(id)) }
    }
  }

  /// Enables or disables the reading of locations.
  ///
  /// Disabling deletes the stored locations; enabling marks all headers to be read again.
  ///
  /// - Throws: `library-failed`, or `library-busy` if locations cannot be erased from the
  ///   write-ahead log because another program is reading it.
  package func setReadsPlaces(_ isOn: Bool) throws(RenderError) {
    let wasOn = try value(of: .places).map { $0 != "no" }
    try database.transaction { () throws(RenderError) in
      switch (wasOn, isOn) {
      case (false, true): try database.run("UPDATE photos SET size = -1")
      case (_, false) where wasOn != false:
        // Also delete the facts of photos whose date comes from GPS, because that date is in the
        // same EXIF directory as the location.
        try database.run(
          """
          UPDATE photos SET facts = CASE WHEN NOT json_valid(facts) THEN NULL
          WHEN json_extract(facts, '$.by') = '\(TakenDate.Source.gps.rawValue)' THEN NULL
          ELSE json_remove(facts, '$.place') END WHERE facts IS NOT NULL
          """)
      default: break
      }
      try set(.places, isOn ? "yes" : "no")
    }
    guard !isOn else { return }
    // When rows shrink, SQLite can leave a copy of their old bytes in a page that it rebuilds,
    // despite `secure_delete`. The new pages that `VACUUM` writes do not contain such copies.
    if wasOn != false { try database.run("VACUUM") }
    let isBusy = try database.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
    guard isBusy == 0 else {
      throw RenderError(
        .libraryBusy, "another program is reading the index, so locations remain in '\(path)-wal'",
        origin: .option("index"), hint: "close that program, and scan again with --no-places")
    }
  }
}
