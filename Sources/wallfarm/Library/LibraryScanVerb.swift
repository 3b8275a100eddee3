import Arguments
import Files
import Glibc
import PhotoLibrary
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm library scan`: looks at the photos of folders.
struct LibraryScanVerb {
  static let folders = Operand(
    "folder", repeats: true, completion: .directories, summary: "Folders with photos.")
  static let limit = Option(
    "limit", value: "count", summary: "Read so many photos at most; the next scan goes on.")
  static let places = Flag(
    "places", invertible: true, default: true,
    summary: "Read where photos were taken; --no-places reads no GPS at all.")
  static let retry = Flag("retry", summary: "Try photos again that could not be read.")

  static let command = Command(
    "scan", summary: "Look at the photos below folders.",
    discussion: """
      It reads heads of photos: some kilobytes of each. Ctrl-C ends it, and the next scan goes on there. What has not
      changed is not read again, and what has gone is forgotten.

        wallfarm library scan ~/Pictures
      """,
    accepts: [
      .operand(folders), .option(LibraryVerb.index), .option(limit), .flag(places), .flag(retry),
      .option(PoolOptions.workers), .flag(RenderOptions.quiet),
    ])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let roots = try roots()
    let path = try LibraryVerb.path(invocation)
    let index = try LibraryIndex(path, makes: true)
    // One scan of an index at a time: two would each take what the other has seen for gone.
    let lock: FileLock
    do throws(FileLock.Failure) {
      lock = try FileLock(path + ".lock", isPrivate: true)
    } catch {
      throw RenderError(
        .libraryBusy, "another scan of this index is under way", origin: .option("index"),
        hint: "wait for it, or end it: wallfarm library pause")
    }
    defer { withExtendedLifetime(lock) {} }
    StopSignals.watch()
    StopSignals.ignoreBrokenPipes()
    try index.set("pause", nil)
    try setPlaces(index)
    let workers = try invocation.count(PoolOptions.workers, most: 64) ?? Processors.count
    let reader = try LibraryReader(LibraryReaderVerb.arguments + roots, count: workers)
    var scan = LibraryScan(index, roots: roots, reader: reader)
    scan.limit = try invocation.count(Self.limit, most: 1 << 40)
    scan.readsPlaces = invocation.isOn(Self.places)
    scan.retries = invocation.isOn(Self.retry)
    var progress = LibraryProgress(isQuiet: invocation.isOn(RenderOptions.quiet))
    let done = try scan.run(
      shouldStop: {
        StopSignals.count > 0 || ((try? index.setting("pause")) ?? nil) != nil
      }, tell: { progress.tell($0) })
    progress.end(done)
    try index.set("roots", (try knownRoots(index) + roots).unique.joined(separator: "\n"))
    return StopSignals.first ?? (done.isPaused ? .paused : .success)
  }

  private func knownRoots(_ index: LibraryIndex) throws(RenderError) -> [String] {
    (try index.setting("roots") ?? "").split(separator: "\n").map(String.init)
  }

  private func roots() throws(RenderError) -> [String] {
    let named = invocation.operands(Self.folders)
    guard !named.isEmpty else {
      throw RenderError(
        .optionMissing, "no folder was named", origin: .argument("folder"),
        hint: "name one: wallfarm library scan ~/Pictures")
    }
    var roots: [String] = []
    for name in named {
      guard let path = Files.resolved(name) else {
        throw .fileUnreadable(name, "no such file or directory")
      }
      roots.append(path)
    }
    // A folder within another is looked at once.
    return roots.unique.filter { root in
      !roots.contains { $0 != root && root.hasPrefix($0 == "/" ? "/" : $0 + "/") }
    }
  }

  /// Where places are to be read now and were not, or the other way round, all is read anew.
  private func setPlaces(_ index: LibraryIndex) throws(RenderError) {
    let word = invocation.isOn(Self.places) ? "yes" : "no"
    let before = try index.setting("places")
    if let before, before != word { try index.forgetFacts() }
    try index.set("places", word)
  }
}

extension [String] {
  /// The same, each once.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

/// Says how far a scan is.
struct LibraryProgress {
  private let isQuiet: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let began = SuspendingClock().now
  private var lastTenth = 0

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// More photos than these are said to take their time.
  private static let many = 10_000

  mutating func tell(_ progress: LibraryScan.Progress) {
    guard !isQuiet, progress.wanted > 0 else { return }
    if progress.read == 0 {
      if progress.wanted > Self.many, !isTerminal || lastTenth == 0 {
        Terminal.note(
          "\(progress.wanted) photos are to be read; Ctrl-C pauses, and the next scan goes on")
      }
      return
    }
    let percent = progress.read * 100 / progress.wanted
    let seconds = max(0.001, (SuspendingClock().now - began) / .seconds(1))
    let rate = Double(progress.read) / seconds
    let left = Int((Double(progress.wanted - progress.read) / rate).rounded(.up))
    let line =
      "\(progress.read) of \(progress.wanted) photos  \(percent) %  \(Int(rate)) a second  "
      + (left < 60 ? "\(left) s left" : "\((left + 59) / 60) min left")
    if isTerminal {
      Terminal.drawOver(line)
    } else if percent / 10 > lastTenth, progress.wanted > 2000 {
      Terminal.note(line)
    }
    lastTenth = percent / 10
  }

  func end(_ progress: LibraryScan.Progress) {
    guard !isQuiet else { return }
    if isTerminal { Terminal.drawOver("") }
    var line = "\(counted(progress.found, "photo")), \(progress.read) read"
    if progress.damaged > 0 { line += ", \(progress.damaged) cannot be used" }
    if progress.gone > 0 { line += ", \(progress.gone) gone" }
    Terminal.printLine(line)
    if progress.damaged > 0 { Terminal.note("why not: wallfarm library problems") }
    if progress.closedFolders > 0 {
      Terminal.note("\(counted(progress.closedFolders, "folder")) cannot be looked into")
    }
    if progress.isPaused { Terminal.note("paused; the same call goes on") }
  }
}
