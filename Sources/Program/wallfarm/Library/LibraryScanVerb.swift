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
    "limit", value: "count",
    summary: "Maximum number of photos to read; the next scan reads the rest.")
  static let places = Flag(
    "places", invertible: true, default: true,
    summary: "Read GPS positions; --no-places turns this off until the next --places.")
  static let retry = Flag("retry", summary: "Retry photos that could not be read.")

  static let command = Command(
    "scan", summary: "Index the photos in folders.",
    discussion: """
      The scan reads a few kilobytes of each photo, and analyzes pictures to choose between
      similar ones. Ctrl-C pauses it, and the next scan resumes it. A scan skips unchanged photos
      and removes deleted photos from the index.

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
    // If two scans used the same index at the same time, each would treat the other's photos as
    // deleted.
    let lock = try IndexFile(path).lock()
    defer { withExtendedLifetime(lock) {} }
    let index = try LibraryIndex(path, makes: true)
    StopSignals.watch()
    StopSignals.ignoreBrokenPipes()
    try index.set(.pause, nil)
    // If neither `--places` nor `--no-places` is given, use the choice of the previous scan.
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
    // Omit folders that are inside other given folders, so that no folder is scanned twice.
    return roots.filter { root in
      !roots.contains { $0 != root && root.hasPrefix(LibraryWalk.below($0)) }
    }
  }
}
