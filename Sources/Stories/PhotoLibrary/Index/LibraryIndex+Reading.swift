internal import SourceJSON
internal import Storage
package import WallfarmPluginKit

extension LibraryIndex {
  /// A photo in the index.
  package struct Row: Sendable {
    package let id: Int64
    package let path: String
    package let content: String
    package var facts: HeadFacts
    /// The visual measurements; `nil` if the photo was not decoded.
    package var look: PhotoLook?
    /// The SHA-256 of the whole file; `nil` unless another file has the same size, head and tail.
    package var whole: String?

    package init(
      id: Int64, path: String, content: String, facts: HeadFacts, look: PhotoLook? = nil,
      whole: String? = nil
    ) {
      self.id = id
      self.path = path
      self.content = content
      self.facts = facts
      self.look = look
      self.whole = whole
    }
  }

  /// Calls `body` for each usable photo, in the order of the paths.
  ///
  /// - Returns: The IDs of photos whose stored facts are unreadable, for ``forgetFacts(of:)``.
  package func forEachPhoto(_ body: (Row) -> Void) throws(RenderError) -> [Int64] {
    var spoiled: [Int64] = []
    // Read one row at a time, because all rows together would use most of the memory.
    _ = try database.rows(
      "SELECT id, path, content, facts, look, whole FROM photos WHERE damage IS NULL AND facts IS NOT NULL "
        + "ORDER BY path"
    ) { (row) throws(RenderError) in
      let id = Int64(row.integer(0))
      guard let node = try? JSONNode(parsing: row.text(3)),
        let facts = HeadFacts(kept: node, content: row.text(2))
      else {
        spoiled.append(id)
        return
      }
      let look = row.optionalText(4).flatMap { try? JSONNode(parsing: $0) }.flatMap {
        PhotoLook($0)
      }
      body(
        Row(
          id: id, path: row.text(1), content: row.text(2), facts: facts, look: look,
          whole: row.optionalText(5)))
    }
    return spoiled
  }

  /// Deletes the facts of photos, so that the next scan reads the photos again.
  ///
  /// Do not call this method inside ``reading(_:)``: if a scan has written in the meantime, SQLite
  /// refuses to write.
  package func forgetFacts(of ids: [Int64]) throws(RenderError) {
    guard !ids.isEmpty else { return }
    try transaction { () throws(RenderError) -> Void in
      for id in ids {
        try database.run("UPDATE photos SET facts = NULL WHERE id = ?", .integer(id))
      }
    }
  }

  /// The content digests of photos by ID; a changed digest reveals that the path now refers to
  /// another file.
  package func contents(of ids: Set<Int64>) throws(RenderError) -> [Int64: String] {
    var found: [Int64: String] = [:]
    _ = try database.rows("SELECT id, content FROM photos") { (row) throws(RenderError) in
      let id = Int64(row.integer(0))
      if ids.contains(id) { found[id] = row.text(1) }
    }
    return found
  }

  /// The content digests that more than one photo shares.
  package func sharedContents() throws(RenderError) -> Set<String> {
    Set(
      try database.rows("SELECT content FROM photos GROUP BY content HAVING count(*) > 1") {
        (row) throws(RenderError) in row.text(0)
      })
  }

  /// The paths of all raw files, and possibly of a few other photos whose facts contain `"raw"`.
  package func rawPaths() throws(RenderError) -> [String] {
    try database.rows(
      "SELECT path FROM photos WHERE damage IS NULL AND instr(facts, '\"raw\"') > 0"
    ) {
      (row) throws(RenderError) in row.text(0)
    }
  }

  /// The unusable photos, each with the kind of damage followed by the reason.
  package func problems() throws(RenderError) -> [(path: String, reason: String)] {
    try database.rows(
      """
      SELECT path, damage || ': ' || ifnull(reason, '') FROM photos
      WHERE damage IS NOT NULL ORDER BY path
      """
    ) { (row) throws(RenderError) in (row.text(0), row.text(1)) }
  }

  /// The number of photos in the index, in total and by state.
  package struct Counts: Hashable, Sendable {
    package var photos = 0
    /// Unusable photos.
    package var problems = 0
    /// Photos with locations.
    package var places = 0
    /// Photos that the next scan will read again.
    package var unread = 0
    /// Decoded photos.
    package var looked = 0

    package init(
      photos: Int = 0, problems: Int = 0, places: Int = 0, unread: Int = 0, looked: Int = 0
    ) {
      self.photos = photos
      self.problems = problems
      self.places = places
      self.unread = unread
      self.looked = looked
    }
  }

  /// Counts the photos.
  package func counts() throws(RenderError) -> Counts {
    try database.first(
      """
      SELECT count(*), total(damage IS NOT NULL),
      total(damage IS NULL AND CASE WHEN json_valid(facts)
        THEN json_extract(facts, '$.place') IS NOT NULL END),
      total(damage IS NULL AND NOT ifnull(json_valid(facts), 0)),
      total(damage IS NULL AND look IS NOT NULL) FROM photos
      """
    ) {
      Counts(
        photos: $0.integer(0), problems: $0.integer(1), places: $0.integer(2),
        unread: $0.integer(3), looked: $0.integer(4))
    } ?? Counts()
  }
}
