internal import SourceJSON
internal import Storage
import WallfarmPluginKit

extension LibraryIndex {
  /// A photo to decode, a photo whose digest must be computed, or both, with the estimated cost.
  struct BodyWork {
    let id: Int64
    let question: BodyQuestion
    /// The cost class, and a quantity that is proportional to the reading time within the cost
    /// class.
    let kind: String
    let cost: Double
  }

  /// The photos that still need to be decoded, or whose files still need to be hashed in full.
  ///
  /// A file is digested if another file has the same size, head and tail.
  ///
  /// - Returns: Each photo once, sorted by path.
  /// - Throws: `library-failed`.
  func bodyWork() throws(RenderError) -> [BodyWork] {
    let chosen = Set(LookCandidates.choose(from: try candidates()))
    let alike = Set(
      try database.rows(
        """
        SELECT id FROM photos WHERE damage IS NULL AND whole IS NULL AND content IN
        (SELECT content FROM photos WHERE damage IS NULL AND content <> ''
          GROUP BY content HAVING count(*) > 1)
        """
      ) { (row) throws(RenderError) in Int64(row.integer(0)) })
    var work: [BodyWork] = []
    _ = try database.rows(
      """
      SELECT id, path, look IS NOT NULL, json_extract(facts, '$.format'), size,
      json_extract(facts, '$.size[0]') * json_extract(facts, '$.size[1]') FROM photos
      WHERE damage IS NULL AND json_valid(facts) ORDER BY path
      """
    ) { (row) throws(RenderError) in
      let id = Int64(row.integer(0))
      let (decodes, digests) = (chosen.contains(id) && row.integer(2) == 0, alike.contains(id))
      guard decodes || digests else { return }
      // The cost of computing a digest is proportional to the number of bytes; the cost of decoding
      // depends on both the bytes and the pixels.
      let (bytes, pixels) = (Double(max(1, row.integer(4))), Double(row.integer(5)))
      work.append(
        BodyWork(
          id: id, question: BodyQuestion(row.text(1), decodes: decodes, digests: digests),
          kind: decodes ? row.text(3) : "digest", cost: decodes ? bytes + pixels / 4 : bytes))
    }
    return work
  }

  /// The photos that may be decoded, sorted by day and time.
  ///
  /// They have a date and are neither raw files nor screenshots. Only one of several photos with
  /// equal content is included.
  private func candidates() throws(RenderError) -> [LookCandidates.Photo] {
    try database.rows(
      """
      SELECT id, json_extract(facts, '$.day') AS day, json_extract(facts, '$.moment') AS moment
      FROM photos WHERE damage IS NULL AND json_valid(facts) AND day IS NOT NULL
      AND json_extract(facts, '$.format') <> '\(PhotoHeader.Format.raw.rawValue)'
      AND json_extract(facts, '$.screen') IS NULL
      AND NOT EXISTS (SELECT 1 FROM photos AS other WHERE other.content = photos.content
        AND other.id < photos.id AND other.damage IS NULL)
      ORDER BY day, moment, id
      """
    ) { (row) throws(RenderError) in
      LookCandidates.Photo(
        id: Int64(row.integer(0)), day: row.integer(1),
        moment: row.optionalText(2).flatMap { Int($0) })
    }
  }

  /// Stores the facts about a photo; the measurements are also stored for copies of the photo.
  func keep(_ facts: BodyFacts, of work: BodyWork) throws(RenderError) {
    if let whole = facts.whole {
      try database.run(
        "UPDATE photos SET whole = ? WHERE id = ?", SQLValue(whole), .integer(work.id))
    }
    if let damage = facts.damage {
      try database.run(
        "UPDATE photos SET damage = ?, reason = ? WHERE id = ?",
        SQLValue(damage.kind.rawValue), SQLValue(damage.reason), .integer(work.id))
    } else if work.question.decodes {
      // Store a value even if there are no measurements, to mark the photo as decoded.
      try database.run(
        "UPDATE photos SET look = ? WHERE content = (SELECT content FROM photos WHERE id = ?)",
        SQLValue(facts.look?.words.text(pretty: false) ?? "{}"), .integer(work.id))
    }
  }
}
