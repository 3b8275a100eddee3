import PhotoLibrary
import WallfarmCore

/// Says how far a scan is.
struct LibraryProgress {
  private let isQuiet: Bool
  private var began: SuspendingClock.Instant?
  private var beganPictures: SuspendingClock.Instant?
  private var lastTenth = 0
  private var hasToldOfFence = false

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// More photos than these are said to take their time.
  private static let many = 10_000

  /// - Parameters:
  ///   - progress: how far it is.
  ///   - missing: what readers could not be locked in with.
  mutating func tell(_ progress: LibraryScan.Progress, missing: Set<String>) {
    guard !isQuiet, progress.wanted + progress.pictures > 0 else { return }
    if !hasToldOfFence, !missing.isEmpty {
      hasToldOfFence = true
      Terminal.note(
        "photos are read without a part of the fence: "
          + "\(missing.sorted().joined(separator: ", ")); see 'wallfarm doctor'")
    }
    if progress.pictures > 0 { return tellOfPictures(progress) }
    // What it took to find them says nothing about reading.
    guard let began else {
      began = SuspendingClock().now
      if progress.wanted > Self.many {
        Terminal.note(
          "\(progress.wanted) photos are to be read; Ctrl-C pauses, and the next scan goes on")
      }
      return
    }
    draw("photos", progress.read, of: progress.wanted, since: began, isLong: progress.wanted > 2000)
  }

  private mutating func tellOfPictures(_ progress: LibraryScan.Progress) {
    guard let beganPictures else {
      (beganPictures, lastTenth) = (SuspendingClock().now, 0)
      return
    }
    draw(
      "pictures", progress.looked, of: progress.pictures, since: beganPictures,
      isLong: progress.pictures > 200)
  }

  private mutating func draw(
    _ what: String, _ done: Int, of all: Int, since began: SuspendingClock.Instant, isLong: Bool
  ) {
    let percent = done * 100 / all
    let seconds = max(0.001, (SuspendingClock().now - began) / .seconds(1))
    let rate = Double(done) / seconds
    let left = Int((Double(all - done) / max(rate, 0.001)).rounded(.up))
    let line =
      "\(done) of \(all) \(what)  \(percent) %  \(Int(rate)) a second  "
      + (left < 60 ? "\(left) s left" : "\((left + 59) / 60) min left")
    if Terminal.errorIsTerminal {
      Terminal.drawOver(line)
    } else if percent / 10 > lastTenth, isLong {
      Terminal.note(line)
    }
    lastTenth = percent / 10
  }

  func end(_ progress: LibraryScan.Progress) {
    guard !isQuiet else { return }
    if Terminal.errorIsTerminal { Terminal.drawOver("") }
    var line = "\(counted(progress.found, "photo")), \(progress.read) read"
    if progress.moved > 0 { line += ", \(progress.moved) moved" }
    if progress.damaged > 0 { line += ", \(progress.damaged) cannot be used" }
    if progress.gone > 0 { line += ", \(progress.gone) gone" }
    if progress.looked > 0 { line += ", \(progress.looked) looked at" }
    if progress.left > 0 { line += ", \(progress.left) left to read" }
    Terminal.printLine(line)
    if progress.damaged > 0 { Terminal.note("why not: wallfarm library problems") }
    if !progress.closed.isEmpty {
      let some = progress.closed.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      let others = progress.closed.count > 3 ? " and \(progress.closed.count - 3) more" : ""
      Terminal.note("cannot be looked into, and what is known of it stays: \(some)\(others)")
    }
    if progress.oddNames > 0 {
      Terminal.note("\(counted(progress.oddNames, "name")) cannot be read: not in UTF-8")
    }
    if progress.isPaused { Terminal.note("paused; the same call goes on") }
  }
}
