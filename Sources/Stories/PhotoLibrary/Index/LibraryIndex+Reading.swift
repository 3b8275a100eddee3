internal import SourceJSON
internal import Storage
package import WallfarmPluginKit

extension LibraryIndex {
  /// A photo as the index has it.
  package struct Row: Sendable {
    package let id: Int64
    package let path: String
    package let content: String
    package var facts: HeadFacts
    /// What its picture looks like; nil where nobody has looked.
    package var look: PhotoLook?
    /// SHA-256 of the file; nil where nothing else begins and ends as it does.
    package var whole: String?
  }

  /// Looks at all photos that can be used, one after the other, in the order of their paths.
  ///
  /// - Returns: ids of photos whose facts cannot be understood any more, for ``forgetFacts(of:)``.
  package func forEachPhoto(_ body: (Row) -> Void) throws(RenderError) -> [Int64] {
    var spoiled: [Int64] = []
    // One at a time: all rows together would take more memory than anything else.
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

  /// Forgets the facts of photos, so that the next scan reads them.
  ///
  /// Not inside of ``reading(_:)``: where a scan has written meanwhile, SQLite would refuse it at once.
  package func forgetFacts(of ids: [Int64]) throws(RenderError) {
    guard !ids.isEmpty else { return }
    try transaction { () throws(RenderError) -> Void in
      for id in ids {
        try database.run("UPDATE photos SET facts = NULL WHERE id = ?", .integer(id))
      }
    }
  }

  /// The digest of each photo, by which another file under its name is told.
  package func contents(of ids: Set<Int64>) throws(RenderError) -> [Int64: String] {
    var found: [Int64: String] = [:]
    _ = try database.rows("SELECT id, content FROM photos") { (row) throws(RenderError) in
      let id = Int64(row.integer(0))
      if ids.contains(id) { found[id] = row.text(1) }
    }
    return found
  }

  /// Contents that more than one photo has.
  package func sharedContents() throws(RenderError) -> Set<String> {
    Set(
      try database.rows("SELECT content FROM photos GROUP BY content HAVING count(*) > 1") {
        (row) throws(RenderError) in row.text(0)
      })
  }

  /// Paths of all raw files, and of a few others in whose facts the word stands too.
  package func rawPaths() throws(RenderError) -> [String] {
    try database.rows(
      "SELECT path FROM photos WHERE damage IS NULL AND instr(facts, '\"raw\"') > 0"
    ) {
      (row) throws(RenderError) in row.text(0)
    }
  }

  /// Photos that cannot be used, and why: the kind of damage, and a sentence.
  package func problems() throws(RenderError) -> [(path: String, reason: String)] {
    try database.rows(
      """
      SELECT path, damage || ': ' || ifnull(reason, '') FROM photos
      WHERE damage IS NOT NULL ORDER BY path
      """
    ) { (row) throws(RenderError) in (row.text(0), row.text(1)) }
  }

  /// How many photos there are.
  package struct Counts: Hashable, Sendable {
    package var photos = 0
    /// Those that cannot be used.
    package var problems = 0
    /// Those whose place is known.
    package var places = 0
    /// Those that the next scan reads again.
    package var unread = 0
    /// Those whose pictures were looked at.
    package var looked = 0
  }

  /// How many there are.
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
