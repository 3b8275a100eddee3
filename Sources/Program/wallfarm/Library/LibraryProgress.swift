import PhotoLibrary
import Processes
import WallfarmCore

/// Reports the progress of a scan.
struct LibraryProgress {
  private let isQuiet: Bool
  private var lastTenth = 0
  private var hasReportedFence = false
  private var hasAnnouncedDuration: (photos: Bool, pictures: Bool) = (false, false)
  private var spares: MachineEase.Reason?

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// The numbers of photos and pictures above which the command announces the expected duration.
  private static let many = (photos: 10_000, pictures: 1000)

  /// Updates the display.
  ///
  /// - Parameters:
  ///   - progress: The scan progress.
  ///   - missing: The layers that are missing from the fence around the reader processes.
  mutating func tell(_ progress: LibraryScan.Progress, missing: Set<String>) {
    guard !isQuiet else { return }
    reportFence(missing)
    if let reason = progress.spares, reason != spares {
      let why = reason == .battery ? "the machine is running on battery" : "the machine is too hot"
      Terminal.note("scanning at half speed, because \(why)")
    }
    spares = progress.spares
    if progress.pictures > 0 {
      if progress.looked == 0 { lastTenth = 0 }
      warn(
        &hasAnnouncedDuration.pictures, "pictures", progress.pictures, of: Self.many.pictures,
        progress)
      draw("pictures", progress.looked, of: progress.pictures, progress)
    } else {
      warn(&hasAnnouncedDuration.photos, "photos", progress.wanted, of: Self.many.photos, progress)
      draw("photos", progress.read, of: progress.wanted, progress)
    }
  }

  private mutating func reportFence(_ missing: Set<String>) {
    guard !hasReportedFence, !missing.isEmpty else { return }
    hasReportedFence = true
    let layers = missing.subtracting([Fence.Layer.namespace.rawValue]).sorted()
    if layers.isEmpty {
      Terminal.note(
        "photo readers have no network namespace of their own; a system call filter blocks the "
          + "network"
      )
    } else {
      Terminal.note(
        "photo readers run without these fence layers: \(layers.joined(separator: ", ")); "
          + "see 'wallfarm doctor'")
    }
  }

  /// Announces the expected duration after 2 % of the work, when an estimate is accurate enough.
  private func warn(
    _ hasTold: inout Bool, _ what: String, _ count: Int, of many: Int,
    _ progress: LibraryScan.Progress
  ) {
    guard !hasTold, count > many,
      let left = progress.meter.secondsLeft(from: 0.02)
    else { return }
    hasTold = true
    Terminal.note(
      "\(count) \(what) take about \(Self.text(of: left + progress.elapsed)); Ctrl-C pauses the "
        + "scan, and the next scan resumes it"
    )
  }

  private mutating func draw(
    _ what: String, _ done: Int, of all: Int, _ progress: LibraryScan.Progress
  ) {
    guard done > 0, let share = progress.meter.share else { return }
    let percent = Int(share * 100)
    let rate = Int(Double(done) / max(progress.elapsed, 0.001))
    var line = "\(done) of \(all) \(what)  \(percent) %  \(rate) per second"
    if let left = progress.meter.secondsLeft() {
      line += "  \(Self.text(of: left)) left"
    }
    if Terminal.errorIsTerminal {
      Terminal.drawOver(line)
    } else if percent / 10 > lastTenth, progress.elapsed > 2 {
      Terminal.note(line)
    }
    lastTenth = percent / 10
  }

  private static func text(of seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    return whole < 100 ? "\(whole) s" : "\((whole + 30) / 60) min"
  }

  func end(_ progress: LibraryScan.Progress) {
    guard !isQuiet else { return }
    if Terminal.errorIsTerminal { Terminal.drawOver("") }
    var line = "\(counted(progress.found, "photo")), \(progress.read) read"
    if progress.moved > 0 { line += ", \(progress.moved) moved" }
    if progress.damaged > 0 { line += ", \(progress.damaged) unusable" }
    if progress.gone > 0 { line += ", \(progress.gone) gone" }
    if progress.looked > 0 { line += ", \(progress.looked) analyzed" }
    if progress.left > 0 { line += ", \(progress.left) left to read" }
    Terminal.printLine(line)
    if progress.damaged > 0 { Terminal.note("to see the reasons: wallfarm library problems") }
    if !progress.closed.isEmpty {
      let some = progress.closed.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      let others = progress.closed.count > 3 ? " and \(progress.closed.count - 3) more" : ""
      Terminal.note(
        "folders that cannot be read, but whose photos stay in the index: \(some)\(others)")
    }
    if progress.oddNames > 0 {
      Terminal.note("\(counted(progress.oddNames, "file name")) skipped: not valid UTF-8")
    }
    if progress.isPaused { Terminal.note("paused; run the same command to resume") }
  }
}
