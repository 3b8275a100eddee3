import Files
import Glibc
import PhotoLibrary
import SourceJSON
import WallfarmPluginKit

/// Scans a folder of photos and compares the estimated remaining time with the actual time:
/// `wallfarm-bench library WALLFARM FOLDER INDEX`.
enum LibraryBench {
  /// A stage of a scan: reading headers or examining pictures.
  private struct Stage {
    /// The first estimate: the elapsed seconds, the fraction of the work that is done, and the
    /// estimated remaining seconds.
    var first: (elapsed: Double, share: Double, left: Double)?
    var elapsed = 0.0

    mutating func hear(_ progress: LibraryScan.Progress) {
      elapsed = progress.elapsed
      guard first == nil, let share = progress.meter.share,
        let left = progress.meter.secondsLeft()
      else { return }
      first = (progress.elapsed, share, left)
    }

    /// The duration in seconds, and the error of the first estimate relative to the actual
    /// remaining time and to the total time.
    var words: JSONValue {
      guard let first, elapsed > first.elapsed else { return ["seconds": .number(elapsed)] }
      let truth = elapsed - first.elapsed
      return [
        "seconds": .number(elapsed), "share": .number(first.share),
        "told": .number(first.left), "truth": .number(truth),
        "wrongOfLeft": .number(abs(first.left - truth) / truth),
        "wrongOfAll": .number(abs(first.left - truth) / elapsed),
      ]
    }
  }

  static func run(program: String, folder: String, index: String) throws -> JSONValue {
    signal(SIGPIPE, SIG_IGN)
    let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    guard let root = Files.resolved(folder) else { return .object([:]) }
    func reader(_ words: [String]) throws(RenderError) -> LibraryReader {
      try LibraryReader([program, "library-reader"] + words + ["--", root], count: cores)
    }
    var scan = LibraryScan(
      try LibraryIndex(index, makes: true), roots: [root], reader: try reader([]))
    scan.startBodyReader = { () throws(RenderError) in try reader(["--bodies"]) }
    var (heads, pictures) = (Stage(), Stage())
    let start = SuspendingClock().now
    let done = try scan.run(shouldStop: { false }) { progress in
      if progress.pictures > 0 { pictures.hear(progress) } else { heads.hear(progress) }
    }
    return [
      "found": .number(Double(done.found)), "read": .number(Double(done.read)),
      "looked": .number(Double(done.looked)), "damaged": .number(Double(done.damaged)),
      "seconds": .number((SuspendingClock().now - start) / .seconds(1)), "heads": heads.words,
      "pictures": pictures.words,
    ]
  }
}
