internal import Files
internal import Glibc
package import WallfarmPluginKit

/// Looks at the photos of some folders: a walk, then the heads of what is new or has changed.
///
/// Whatever it has read is kept every few hundred photos, so that a scan that ends early, however it ends, goes on
/// there. No photo is changed, and none leaves the machine.
package struct LibraryScan {
  package let index: LibraryIndex
  package let roots: [String]
  private let reader: LibraryReader
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
    /// Of these those that cannot be used.
    package var damaged = 0
    /// Photos of the index that are gone.
    package var gone = 0
    /// Folders that could not be read.
    package var closedFolders = 0
    /// Whether it ended before all was read.
    package var isPaused = false
  }

  /// How many photos are kept at once: a kill loses no more than these.
  private static let batch = 256
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
  ///   - tell: hears how far it is, after the walk and after each batch.
  /// - Returns: how far it came.
  /// - Throws: `library-failed`, `input-failed`.
  package mutating func run(
    shouldStop: () -> Bool, tell: (Progress) -> Void
  ) throws(RenderError) -> Progress {
    var progress = Progress()
    let number = (try index.setting("scan").flatMap(Int.init) ?? 0) + 1
    try index.set("scan", "\(number)")
    let wanted = try walk(number, &progress, shouldStop)
    progress.wanted = wanted.count
    try checkRoom(for: wanted.count)
    tell(progress)
    for start in stride(from: 0, to: wanted.count, by: Self.batch) where !progress.isPaused {
      if shouldStop() {
        progress.isPaused = true
        break
      }
      let files = Array(wanted[start..<min(start + Self.batch, wanted.count)])
      let facts = try reader.read(files, readsPlaces: readsPlaces)
      try index.transaction { () throws(RenderError) in
        for (file, facts) in zip(files, facts) { try index.keep(file, facts, in: number) }
      }
      progress.read += files.count
      progress.damaged += facts.count { $0.damage != nil }
      tell(progress)
    }
    // What was not walked to its end says nothing about what is gone.
    if !progress.isPaused, progress.closedFolders == 0 {
      for root in roots { progress.gone += try index.forgetGone(below: root, since: number) }
    }
    return progress
  }

  /// What has to be read.
  private func walk(
    _ number: Int, _ progress: inout Progress, _ shouldStop: () -> Bool
  ) throws(RenderError) -> [WalkedFile] {
    var files: [WalkedFile] = []
    for root in roots {
      progress.closedFolders += LibraryWalk.walk(root) { file in
        files.append(file)
        return !shouldStop()
      }
    }
    if shouldStop() { progress.isPaused = true }
    progress.found = files.count
    var wanted: [WalkedFile] = []
    for start in stride(from: 0, to: files.count, by: 4096) {
      try index.transaction { () throws(RenderError) in
        for file in files[start..<min(start + 4096, files.count)] {
          switch try index.see(file, in: number) {
          case .new, .changed: wanted.append(file)
          case .same(let isDamaged): if isDamaged, retries { wanted.append(file) }
          }
        }
      }
    }
    if let limit, wanted.count > limit { wanted.removeSubrange(limit...) }
    return wanted
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
