internal import CSQLite
package import Diagnostics

/// A copy of a database that is made in steps, between which the source remains usable.
///
/// Changes that the source's connection makes between steps are also written to the pages that are
/// already copied (https://sqlite.org/backup.html). Therefore, a finished copy has the content that
/// the source had during the last step. All methods, including the initializer, must be called
/// while no other thread uses the source.
// Its users serialize access to it, because each method needs the source.
package final class DatabaseCopy: @unchecked Sendable {
  private let source: Database
  private let target: Database
  private var handle: OpaquePointer?

  /// Begins a copy.
  ///
  /// - Parameters:
  ///   - source: The database to copy.
  ///   - target: An empty database, which must not be used until the copy is finished.
  /// - Throws: errors created by the target.
  package init(of source: Database, to target: Database) throws(RenderError) {
    (self.source, self.target) = (source, target)
    handle = sqlite3_backup_init(target.handle, "main", source.handle, "main")
    if handle == nil { throw target.failure }
  }

  /// Copies more pages, and finishes the copy after the last page.
  ///
  /// - Parameter pages: The maximum number of pages to copy.
  /// - Returns: Whether pages are left.
  /// - Throws: errors created by the target.
  package func step(_ pages: Int) throws(RenderError) -> Bool {
    let status = sqlite3_backup_step(handle, Int32(pages))
    if status == SQLITE_OK { return true }
    // SQLite reports the error of a step as an error of the target's connection when the copy ends.
    guard sqlite3_backup_finish(take()) == SQLITE_OK, status == SQLITE_DONE else {
      throw target.failure
    }
    return false
  }

  /// Ends an unfinished copy.
  package func cancel() { sqlite3_backup_finish(take()) }

  private func take() -> OpaquePointer? {
    defer { handle = nil }
    return handle
  }
}
