internal import SourceJSON
internal import Storage
package import WallfarmPluginKit

extension LibraryIndex {
  /// A photo of the index, as far as it tells whether its file has changed.
  struct KnownFile {
    let id: Int64
    let path: String
    let size: Int64
    let modified: Int64
    let inode: UInt64
    /// Whether it was read, well or not, and nothing says that it would go better now.
    let isRead: Bool
    let isDamaged: Bool
    /// Whether its date comes from its name.
    let isDatedByName: Bool

    /// Whether a file is as it was.
    func isSame(_ file: WalkedFile) -> Bool {
      isRead && size == file.size && modified == file.modified
    }
  }

  /// The kinds of damage that are tried again though nothing has changed.
  private static let passing = PhotoDamage.Kind.allCases.filter(\.isPassing)
    .map { "'\($0.rawValue)'" }.joined(separator: ", ")

  /// Calls `body` for each photo of the index, in the order of the bytes of their paths.
  func forEachKnown(_ body: (KnownFile) -> Void) throws(RenderError) {
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

  /// Keeps what a file says; what is known of its body stays where it is the same, or that of a copy.
  func keep(_ file: WalkedFile, _ facts: HeadFacts) throws(RenderError) {
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

  /// Keeps that a file has another name now.
  func move(_ id: Int64, to path: String) throws(RenderError) {
    try database.run(
      "UPDATE OR REPLACE photos SET path = ? WHERE id = ?", SQLValue(path), .integer(id))
  }

  /// Forgets photos that are gone.
  func forget(_ ids: [Int64]) throws(RenderError) {
    try database.transaction { () throws(RenderError) in
      for id in ids { try database.run("DELETE FROM photos WHERE id = ?", .integer(id)) }
    }
  }

  /// Says from now on whether places are read, and forgets those that were, or has all heads read again.
  ///
  /// - Throws: `library-failed`, and `library-busy` where places cannot be taken out of what SQLite has beside its
  ///   file, because another program reads it.
  package func setReadsPlaces(_ isOn: Bool) throws(RenderError) {
    let wasOn = try value(of: .places).map { $0 != "no" }
    try database.transaction { () throws(RenderError) in
      switch (wasOn, isOn) {
      case (false, true): try database.run("UPDATE photos SET size = -1")
      case (_, false) where wasOn != false:
        // A date of the satellites is read from the same part of the head.
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
    let isBusy = try database.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
    guard isBusy == 0 else {
      throw RenderError(
        .libraryBusy, "another program reads the index, so places are still in '\(path)-wal'",
        origin: .option("index"), hint: "end it, and scan again with --no-places")
    }
  }
}
