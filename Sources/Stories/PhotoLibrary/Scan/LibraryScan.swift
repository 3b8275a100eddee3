package import WallfarmPluginKit

/// Scans folders: lists files, reads the headers of new and changed files, and decodes selected
/// photos.
///
/// Results are stored at least every few hundred photos, so the next scan after an interruption
/// does not read those photos again. Photos are never changed and never leave the machine.
package struct LibraryScan {
  package let index: LibraryIndex
  package let roots: [String]
  let reader: LibraryReader
  /// Starts the pool for decoding; `nil` disables decoding.
  package var startBodyReader: (() throws(RenderError) -> LibraryReader)?
  /// The maximum number of photos to read; `nil` for no limit.
  package var limit: Int?
  /// Whether to read locations.
  package var readsPlaces = true
  /// Whether to retry damaged photos that are unchanged.
  package var retries = false
  /// Checks the free space on the disk that contains the index.
  package var room: ScanRoom
  /// Throttles the scan to reduce the load on the machine.
  package var pace: ScanPace

  /// The progress of a scan.
  package struct Progress: Hashable, Sendable {
    /// The number of photos found.
    package var found = 0
    /// The number of headers to read, and the number already read.
    package var wanted = 0
    package var read = 0
    /// The number of pictures to decode, and the number already decoded.
    package var pictures = 0
    package var looked = 0
    /// The meter for the work, first of reading headers and then of decoding pictures, and the
    /// elapsed time in seconds.
    package var meter = WorkMeter()
    package var elapsed = 0.0
    /// The number of photos that are left for later scans because of the limit.
    package var left = 0
    /// The number of photos that were read and found to be unusable.
    package var damaged = 0
    /// The number of indexed photos that were moved, and the number of indexed photos whose files
    /// are missing.
    package var moved = 0
    package var gone = 0
    /// Unreadable folders.
    package var closed: [String] = []
    /// The number of file and folder names that are not valid UTF-8.
    package var oddNames = 0
    /// The reason for throttling, if any.
    package var spares: MachineEase.Reason?
    /// Whether the scan stopped early.
    package var isPaused = false
  }

  /// The number of files between two checks of whether the scan should stop.
  private static let walkBatch = 4096

  /// The callbacks of a scan.
  struct Hooks {
    let shouldStop: () -> Bool
    let mustEnd: () -> Bool
    let tell: (Progress) -> Void
  }

  /// - Parameters:
  ///   - index: The index for the results.
  ///   - roots: Resolved paths of folders or photos.
  ///   - reader: The pool that reads headers.
  package init(_ index: LibraryIndex, roots: [String], reader: LibraryReader) {
    (self.index, self.roots, self.reader) = (index, roots, reader)
    room = ScanRoom(of: index.path)
    pace = ScanPace()
  }

  /// Runs the scan.
  ///
  /// - Parameters:
  ///   - shouldStop: Polled between batches.
  ///   - mustEnd: Polled continuously; `true` cancels the current batch.
  ///   - tell: Receives the progress once all files have been listed and after each batch.
  /// - Returns: The final progress.
  /// - Throws: `library-failed`, `input-failed`.
  package func run(
    shouldStop: @escaping () -> Bool, mustEnd: @escaping () -> Bool = { false },
    tell: @escaping (Progress) -> Void
  ) throws(RenderError) -> Progress {
    let hooks = Hooks(shouldStop: shouldStop, mustEnd: mustEnd, tell: tell)
    var progress = Progress()
    guard let files = walk(&progress, shouldStop) else {
      progress.isPaused = true
      return progress
    }
    let changes = try FileChanges(
      of: files, in: roots, closed: progress.closed, retries: retries,
      forEach: { (body) throws(RenderError) in try index.forEachKnown(body) })
    try index.transaction { () throws(RenderError) in
      for (id, file) in changes.moved { try index.move(id, to: file.path) }
    }
    progress.moved = changes.moved.count
    progress.wanted = min(changes.wanted.count, limit ?? .max)
    progress.left = changes.wanted.count - progress.wanted
    try readHeads(Array(changes.wanted.prefix(progress.wanted)), &progress, hooks)
    guard !progress.isPaused else { return progress }
    // Delete missing photos only after all headers have been read, so that moved files can still be
    // matched by content.
    try index.forget(changes.gone)
    progress.gone = changes.gone.count
    try readBodies(&progress, hooks)
    return progress
  }

  /// The files in the folders, sorted by the bytes of their paths; `nil` if the scan was stopped.
  private func walk(_ progress: inout Progress, _ shouldStop: () -> Bool) -> [WalkedFile]? {
    var files: [WalkedFile] = []
    var walk = LibraryWalk()
    var isStopped = false
    for root in roots where !isStopped {
      walk.walk(root) { file in
        files.append(file)
        isStopped = files.count % Self.walkBatch == 0 && shouldStop()
        return !isStopped
      }
    }
    (progress.closed, progress.oddNames) = (walk.closed, walk.oddNames)
    progress.found = files.count
    guard !isStopped, !shouldStop() else { return nil }
    files.sort { PathOrder.isBefore($0.path, $1.path) }
    return files
  }
}
