import Files
import RenderPool
import SourceJSON
import Storage
import Stores
import WallfarmCore
package import WallfarmPluginKit

/// The units of a checked job file, before they are added to the queue.
///
/// The units are stored in a scratch database, which needs little memory for a million units and
/// can detect conflicting outputs.
package final class PlannedUnits {
  private let database: Database
  /// The job file.
  private let file: String
  /// Number of accepted units.
  package private(set) var count = 0

  /// Creates an empty plan in a temporary SQLite database.
  ///
  /// - Throws: `queue-failed`.
  init(file: String) throws(RenderError) {
    self.file = file
    database = try Database(path: "")
    try database.run(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;
      CREATE TABLE jobs(
        id TEXT PRIMARY KEY, line INTEGER NOT NULL, col INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE units(
        seq INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, output TEXT NOT NULL,
        job TEXT NOT NULL, id TEXT NOT NULL, is_ours INTEGER NOT NULL, digest TEXT NOT NULL,
        priority INTEGER NOT NULL, affinity TEXT NOT NULL, payload TEXT NOT NULL, seal TEXT,
        lasting TEXT);
      CREATE TABLE inputs(path TEXT PRIMARY KEY) WITHOUT ROWID;
      BEGIN;
      """)
  }

  /// Adds a job, or returns the position of an earlier job with the same identifier.
  func addJob(_ id: String, at place: SourcePlace) throws(RenderError) -> Origin? {
    let earlier = try database.first("SELECT line, col FROM jobs WHERE id = ?", .text(id)) {
      origin(of: $0, at: 0)
    }
    if let earlier { return earlier }
    try database.run(
      "INSERT INTO jobs VALUES(?, ?, ?)", .text(id), SQLValue(place.line), SQLValue(place.column))
    return nil
  }

  /// Reads the line and column of a job.
  private func origin(of row: Statement, at index: Int) -> Origin {
    .file(file, line: row.integer(index), column: row.integer(index + 1))
  }

  /// Adds an input file, which no output may overwrite.
  func addInput(_ path: String) throws(RenderError) {
    for name in Self.names(of: path) {
      try database.run("INSERT OR IGNORE INTO inputs VALUES(?)", .text(name))
    }
  }

  /// Returns the case-folded paths of a file and, if the file is a link, of its target.
  ///
  /// An output must replace neither of them.
  private static func names(of path: String) -> [String] {
    [PathComparison.placeToWrite(path), PathComparison.fileToRead(path) ?? path]
      .map(PathComparison.folded)
  }

  /// Returns a phrase that describes how the job file uses a path, or `nil` if it does not use the
  /// path.
  package func use(of path: String) throws(RenderError) -> String? {
    for name in Self.names(of: path) {
      for (table, use) in [("inputs", "is read by a job"), ("units", "is written by a job")] {
        let found = try database.first("SELECT 1 FROM \(table) WHERE path = ?", .text(name)) { _ in
          true
        }
        if found != nil { return use }
      }
    }
    return nil
  }

  /// Requeues units that failed because an input was missing or changed.
  ///
  /// Planning has just read these inputs again, so the units can be retried.
  ///
  /// - Returns: The number of requeued units.
  /// - Throws: `queue-failed`.
  func retryInputFailures(in queue: any QueueAdmin) throws(RenderError) -> Int {
    var (ids, last) = ([String](), String?.none)
    while true {
      let rows = try queue.units(in: .dead, most: 512, after: last)
      for row in rows where row.error?.code.isOfInputs == true {
        // A unit identifier has the form JOB/DEVICE, and a device identifier contains no slash.
        let job = row.spec.id.split(separator: "/").dropLast().joined(separator: "/")
        let known = try database.first("SELECT 1 FROM jobs WHERE id = ?", .text(job)) { _ in true }
        if known != nil { ids.append(row.spec.id) }
      }
      guard rows.count == 512, let end = rows.last else { break }
      last = end.spec.id
    }
    return ids.isEmpty ? 0 : try queue.retry(ids)
  }

  /// Adds a unit, unless another job writes to the same file.
  ///
  /// If the unit belongs to another shard, it is recorded only to detect conflicting outputs.
  ///
  /// - Parameters:
  ///   - planned: The unit.
  ///   - path: The absolute path of the unit's output, with links resolved.
  ///   - job: The job of the unit.
  ///   - isOurs: Whether the unit is in this shard.
  /// - Returns: The position and output of the conflicting job, or `nil`.
  /// - Throws: `queue-failed`.
  func add(
    _ planned: PlannedUnit, path: String, job: String, isOurs: Bool
  ) throws(RenderError) -> (place: Origin, output: String)? {
    let (path, unit) = (PathComparison.folded(path), planned.spec)
    let earlier = try database.first(
      "SELECT output, line, col FROM units JOIN jobs ON jobs.id = units.job WHERE path = ?",
      .text(path)
    ) { (origin(of: $0, at: 1), $0.text(0)) }
    if let earlier { return earlier }
    if isOurs { count += 1 }
    try database.run(
      """
      INSERT INTO units(
        path, output, job, id, is_ours, digest, priority, affinity, payload, seal, lasting)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(path), .text(unit.output), .text(job), .text(unit.id), isOurs ? 1 : 0,
      .text(unit.digest),
      SQLValue(unit.priority), .text(unit.affinity), .text(unit.payload), SQLValue(unit.seal),
      SQLValue(planned.lasting))
    return nil
  }

  /// Returns the outputs that are also inputs, with the positions of the jobs that write them.
  func outputsThatAreInputs() throws(RenderError) -> [(String, Origin)] {
    try database.rows(
      """
      SELECT output, line, col FROM units JOIN jobs ON jobs.id = units.job
      WHERE path IN (SELECT path FROM inputs) LIMIT 100
      """
    ) { ($0.text(0), origin(of: $0, at: 1)) }
  }

  /// Returns the outputs that are also parent folders of other outputs, with the positions of their
  /// jobs.
  func outputsThatAreFolders() throws(RenderError) -> [(String, Origin)] {
    // In byte order, '0' follows '/', so all paths in a folder sort between the folder's path
    // followed by '/' and the same path followed by '0'.
    try database.rows(
      """
      SELECT one.output, line, col FROM units AS one JOIN jobs ON jobs.id = one.job
      WHERE EXISTS(SELECT 1 FROM units AS other
        WHERE other.path > one.path || '/' AND other.path < one.path || '0') LIMIT 100
      """
    ) { ($0.text(0), origin(of: $0, at: 1)) }
  }

  /// Calls a closure with all units of this shard in file order, 1,000 at a time.
  package func forEachBatch(
    _ body: ([PlannedUnit]) throws(RenderError) -> Void
  ) throws(RenderError) {
    var last = 0
    while true {
      let batch = try database.rows(
        """
        SELECT seq, id, digest, priority, affinity, output, payload, seal, lasting FROM units
        WHERE seq > ? AND is_ours ORDER BY seq LIMIT 1000
        """, SQLValue(last)
      ) { row in
        last = row.integer(0)
        return PlannedUnit(
          spec: UnitSpec(
            id: row.text(1), digest: row.text(2), priority: row.integer(3), affinity: row.text(4),
            output: row.text(5), payload: row.text(6), seal: row.optionalText(7)),
          lasting: row.optionalText(8))
      }
      if batch.isEmpty { return }
      try body(batch)
    }
  }
}

/// A unit of a checked job file.
package struct PlannedUnit {
  package let spec: UnitSpec
  /// The digest of the unit without the planning time, or `nil` if the picture does not depend on
  /// that time.
  let lasting: String?
}

extension ErrorCode {
  /// Whether a missing or changed input caused the failure; planning the job again resolves such a
  /// failure.
  fileprivate var isOfInputs: Bool { self == .inputChanged || self == .inputMissing }
}
