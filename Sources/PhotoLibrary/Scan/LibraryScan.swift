internal import Files
internal import Glibc
package import WallfarmPluginKit

/// Looks at the photos of some folders: a walk, then the heads of what is new or has changed, then the pictures of
/// those among which there is a choice.
///
/// Whatever it has read is kept every few hundred photos, so that a scan that ends early, however it ends, goes on
/// there. No photo is changed, and none leaves the machine.
package struct LibraryScan {
  package let index: LibraryIndex
  package let roots: [String]
  private let reader: LibraryReader
  /// Starts what reads bodies; nil: none is read.
  package var startBodyReader: (() throws(RenderError) -> LibraryReader)?
  /// Most photos that are read; nil: all of them.
  package var limit: Int?
  /// Whether places are read.
  package var readsPlaces = true
  /// Whether photos that could not be read are tried again, though they have not changed.
  package var retries = false

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
    /// Whether it ended before all was read.
    package var isPaused = false
  }

  /// How many photos are kept at once: a kill loses no more than these.
  private static let batch = 256
  /// How many of those of which pictures are looked at.
  private static let pictureBatch = 32
  /// How many files are found before it is asked whether to go on.
  private static let walkBatch = 4096
  /// What the index takes of a disk for a photo, with its journal.
  private static let bytesOfPhoto = 1500

  /// - Parameters:
  ///   - index: where what is found is kept.
  ///   - roots: folders or photos, as resolved paths.
  ///   - reader: reads heads.
  package init(_ index: LibraryIndex, roots: [String], reader: LibraryReader) {
    (self.index, self.roots, self.reader) = (index, roots, reader)
  }

  /// Scans.
  ///
  /// - Parameters:
  ///   - shouldStop: asked between batches.
  ///   - mustEnd: asked all the time: what is being read then is left.
  ///   - tell: hears how far it is, after the walk and after each batch.
  /// - Returns: how far it came.
  /// - Throws: `library-failed`, `input-failed`.
  package mutating func run(
    shouldStop: () -> Bool, mustEnd: () -> Bool = { false }, tell: (Progress) -> Void
  ) throws(RenderError) -> Progress {
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
    try checkRoom(for: progress.wanted)
    tell(progress)
    try read(changes.wanted.prefix(progress.wanted), &progress, shouldStop, mustEnd, tell)
    guard !progress.isPaused else { return progress }
    // Before that, what was moved is still known by its content.
    try index.forget(changes.gone)
    progress.gone = changes.gone.count
    try readBodies(&progress, shouldStop, mustEnd, tell)
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

  private func read(
    _ wanted: ArraySlice<WalkedFile>, _ progress: inout Progress, _ shouldStop: () -> Bool,
    _ mustEnd: () -> Bool, _ tell: (Progress) -> Void
  ) throws(RenderError) {
    var rest = wanted
    while !rest.isEmpty {
      if shouldStop() {
        progress.isPaused = true
        return
      }
      let files = Array(rest.prefix(Self.batch))
      let facts = try reader.heads(of: files, readsPlaces: readsPlaces, mustEnd: mustEnd)
      try index.transaction { () throws(RenderError) in
        for case (let file, let facts?) in zip(files, facts) { try index.keep(file, facts) }
        try index.set(Self.bodiesPending, "yes")
      }
      progress.read += facts.count { $0 != nil }
      progress.damaged += facts.count { $0?.damage != nil }
      tell(progress)
      rest = rest.dropFirst(files.count)
      if facts.contains(nil) {
        progress.isPaused = true
        return
      }
    }
  }

  /// The setting that says that bodies are to be looked for: a scan of what has not changed need not.
  private static let bodiesPending = "bodies"

  private func readBodies(
    _ progress: inout Progress, _ shouldStop: () -> Bool, _ mustEnd: () -> Bool,
    _ tell: (Progress) -> Void
  ) throws(RenderError) {
    guard let startBodyReader, try index.setting(Self.bodiesPending) != nil else { return }
    let all = try index.bodyWork()
    // Its processes see the folders of this scan alone.
    let work = all.filter { FileChanges.lies($0.question.path, in: roots) }
    var rest = work[...]
    progress.pictures = work.count
    guard !work.isEmpty else { return try finish(all.count == work.count) }
    let reader = try startBodyReader()
    tell(progress)
    while !rest.isEmpty {
      let batch = Array(rest.prefix(Self.pictureBatch))
      let found = try shouldStop() ? [] : reader.looks(at: batch.map(\.question), mustEnd: mustEnd)
      try index.transaction { () throws(RenderError) in
        for case (let work, let facts?) in zip(batch, found) { try index.keep(facts, of: work) }
      }
      progress.looked += found.count { $0 != nil }
      progress.damaged += found.count { $0?.damage != nil }
      guard found.count == batch.count, !found.contains(nil) else {
        progress.isPaused = true
        return
      }
      tell(progress)
      rest = rest.dropFirst(batch.count)
    }
    try finish(all.count == work.count)
  }

  private func finish(_ isAll: Bool) throws(RenderError) {
    if isAll { try index.set(Self.bodiesPending, nil) }
  }

  private func checkRoom(for count: Int) throws(RenderError) {
    var about = statvfs()
    guard count > 0, statvfs(Files.folder(of: index.path), &about) == 0 else { return }
    let free = UInt64(about.f_bavail) * UInt64(about.f_frsize)
    let needed = UInt64(count * Self.bytesOfPhoto) + (16 << 20)
    guard free < needed else { return }
    throw RenderError(
      .libraryFailed,
      "\(count) photos take \(needed >> 20) MB in the index, and \(free >> 20) MB are free",
      origin: .option("index"),
      hint: "make room, name another disk with --index, or begin with a part: --limit 1000")
  }
}
