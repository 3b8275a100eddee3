import Arguments
import Files
import Glibc
import PhotoLibrary
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm library scan`: indexes the photos in folders.
struct LibraryScanVerb: CommandVerb {
  static let folders = Operand(
    "folder", repeats: true, completion: .directories, summary: "Folders with photos.")
  static let limit = Option(
    "limit", value: "count", summary: "Read so many photos at most; the next scan goes on.")
  static let places = Flag(
    "places", invertible: true, default: true,
    summary: "Read where photos were taken; --no-places reads no GPS at all, until --places.")
  static let retry = Flag("retry", summary: "Try photos again that could not be read.")

  static let command = Command(
    "scan", summary: "Look at the photos below folders.",
    discussion: """
      It reads heads of photos, some kilobytes of each, and looks at pictures where there are several to choose from.
      Ctrl-C ends it, and the next scan goes on there. What has not changed is not read again, and what has gone is
      forgotten.

        wallfarm library scan ~/Pictures
      """,
    accepts: [
      .operand(folders), .option(LibraryVerb.index), .option(limit), .flag(places), .flag(retry),
      .option(PoolOptions.workers), .flag(RenderOptions.quiet),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let roots = try roots()
    let path = try LibraryVerb.path(invocation)
    // Two concurrent scans of an index would each remove the other's photos as deleted.
    let lock = try IndexFile(path).lock()
    defer { withExtendedLifetime(lock) {} }
    let index = try LibraryIndex(path, makes: true)
    StopSignals.watch()
    StopSignals.ignoreBrokenPipes()
    try index.set(.pause, nil)
    // An earlier choice of the user persists.
    let chosen = try index.readsPlaces()
    let readsPlaces = invocation.flag(named: Self.places.long) ?? chosen
    try index.setReadsPlaces(readsPlaces)
    let workers = try invocation.count(PoolOptions.workers, most: 64) ?? Processors.count
    let reader = try LibraryReader(
      LibraryReaderVerb.arguments(bodies: false, roots), count: workers)
    var scan = LibraryScan(index, roots: roots, reader: reader)
    scan.limit = try invocation.count(Self.limit, most: 1 << 40)
    scan.readsPlaces = readsPlaces
    scan.retries = invocation.isOn(Self.retry)
    scan.startBodyReader = { () throws(RenderError) in
      try LibraryReader(LibraryReaderVerb.arguments(bodies: true, roots), count: workers)
    }
    scan.room = ScanRoom(of: path, clearable: { ClearableFolders.found })
    scan.pace = ScanPace(ease: MachineEase().reason, rest: Self.rest)
    var progress = LibraryProgress(isQuiet: invocation.isOn(RenderOptions.quiet))
    let done = try scan.run(
      shouldStop: {
        StopSignals.count > 0 || ((try? index.value(of: .pause)) ?? nil) != nil
      }, mustEnd: { StopSignals.count > 1 },
      tell: { progress.tell($0, missing: reader.missing) })
    progress.end(done)
    try index.add(roots: roots)
    return StopSignals.first ?? (done.isPaused ? .paused : .success)
  }

  private static func rest(_ time: Duration) { usleep(UInt32(max(0, time / .microseconds(1)))) }

  private func roots() throws(RenderError) -> [String] {
    var roots: [String] = []
    for name in invocation.operands(Self.folders) {
      guard let path = Files.resolved(name) else {
        throw .fileUnreadable(name, "no such file or directory")
      }
      if !roots.contains(path) { roots.append(path) }
    }
    // Scan a nested folder only once.
    return roots.filter { root in
      !roots.contains { $0 != root && root.hasPrefix(LibraryWalk.below($0)) }
    }
  }
}
