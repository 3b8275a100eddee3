package import WallfarmPluginKit

/// Looks at the photos of some folders: a walk, then the heads of what is new or has changed, then the pictures of
/// those among which there is a choice.
///
/// Whatever it has read is kept every few hundred photos, so that a scan that ends early, however it ends, goes on
/// there. No photo is changed, and none leaves the machine.
package struct LibraryScan {
  package let index: LibraryIndex
  package let roots: [String]
  let reader: LibraryReader
  /// Starts what reads bodies; nil: none is read.
  package var startBodyReader: (() throws(RenderError) -> LibraryReader)?
  /// Most photos that are read; nil: all of them.
  package var limit: Int?
  /// Whether places are read.
  package var readsPlaces = true
  /// Whether photos that could not be read are tried again, though they have not changed.
  package var retries = false
  /// The room on the disk of the index.
  package var room: ScanRoom
  /// How it spares the machine.
  package var pace: ScanPace

  /// How far it is.
  package struct Progress: Hashable, Sendable {
    /// Photos that were found by the walk.
    package var found = 0
    /// Those that have to be read, and those that were.
    package var wanted = 0
    package var read = 0
    /// Pictures that are to be looked at, and those that were.
    package var pictures = 0
    package var looked = 0
    /// What of the photos, and then of the pictures, is done, by work, and the seconds that it has taken.
    package var meter = WorkMeter()
    package var elapsed = 0.0
    /// Photos that a limit leaves to the next scan.
    package var left = 0
    /// Of what was read, what cannot be used.
    package var damaged = 0
    /// Photos of the index that lie elsewhere now, and those that are gone.
    package var moved = 0
    package var gone = 0
    /// Folders that could not be looked into.
    package var closed: [String] = []
    /// Names that are no UTF-8.
    package var oddNames = 0
    /// Why it goes slower than it could.
    package var spares: MachineEase.Reason?
    /// Whether it ended before all was read.
    package var isPaused = false
  }

  /// How many files are found before it is asked whether to go on.
  private static let walkBatch = 4096

  /// What a scan is asked while it goes on, and whom it tells.
  struct Hooks {
    let shouldStop: () -> Bool
    let mustEnd: () -> Bool
    let tell: (Progress) -> Void
  }

  /// - Parameters:
  ///   - index: where what is found is kept.
  ///   - roots: folders or photos, as resolved paths.
  ///   - reader: reads heads.
  package init(_ index: LibraryIndex, roots: [String], reader: LibraryReader) {
    (self.index, self.roots, self.reader) = (index, roots, reader)
    room = ScanRoom(of: index.path)
    pace = ScanPace()
  }

  /// Scans.
  ///
  /// - Parameters:
  ///   - shouldStop: asked between batches.
  ///   - mustEnd: asked all the time: what is being read then is left.
  ///   - tell: hears how far it is, after the walk and after each batch.
  /// - Returns: how far it came.
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
    // Before that, what was moved is still known by its content.
    try index.forget(changes.gone)
    progress.gone = changes.gone.count
    try readBodies(&progress, hooks)
    return progress
  }

  /// What lies in the folders, in the order of the bytes of its paths; nil where it was stopped.
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
