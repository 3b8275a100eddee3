import Glibc
import Processes
import RenderFarm
import RenderPool
import SourceJSON
import Stores
import WallfarmPluginKit

/// Reports the progress of a batch as a bar on a terminal, a line every 5 s elsewhere, or JSON
/// events.
final class BatchProgress {
  enum Style { case quiet, bar, lines, json }

  private let style: Style
  private let place: String
  private let start: UnitCounts
  private var counts: UnitCounts
  private var rate: DeliveryRate
  private let clock = SuspendingClock()
  private var lastUpdate: SuspendingClock.Instant
  private var hasBar = false
  private var isPaused = false
  /// The reason that the batch is waiting, shown instead of the current unit.
  private var trouble: String?

  private static let betweenLines = Duration.seconds(5)

  /// Creates a progress report for a batch.
  ///
  /// - Parameters:
  ///   - style: The report format.
  ///   - counts: The unit counts of the queue at the start.
  ///   - place: The argument that selects this queue in `wallfarm queue` commands.
  init(_ style: Style, counts: UnitCounts, place: String) {
    self.place = place
    self.style = style
    self.counts = counts
    start = counts
    lastUpdate = clock.now
    rate = DeliveryRate(done: counts.done, now: clock.now)
  }

  func begin() {
    guard style == .json else { return }
    event("begin", ["units": .number(Double(counts.all)), "done": .number(Double(counts.done))])
  }

  // MARK: - Events

  func tell(_ event: FarmEvent) {
    switch event {
    case .done(let unit, let milliseconds, let receipt):
      trouble = nil
      guard style == .json else { return }
      let node = try? JSONNode(parsing: receipt)
      self.event(
        "done",
        [
          "unit": .string(unit.id), "output": .string(unit.output),
          "milliseconds": .number((milliseconds * 10).rounded() / 10),
          "sha256": .string(node?["sha256"]?.string ?? ""),
        ])
    case .part(let unit, let done, let all):
      guard style == .json else { return }
      self.event(
        "segment",
        [
          "unit": .string(unit), "done": .number(Double(done)), "segments": .number(Double(all)),
        ])
    case .failed(let unit, let error, let isRetried):
      failed(unit, error, isRetried)
    case .ready(let fence):
      guard let sentence = fence.missingLayersMessage else { return }
      say(
        sentence, "unfenced", ["missing": .array(fence.namesOfMissing.map(JSONValue.string))])
    case .workerReplaced(let error):
      if style == .json {
        self.event("worker-replaced", ["reason": .string(error.code.rawValue)])
      }
    case .lateResult(let unit):
      say("a late result for \(unit) was rejected", "late-result", ["unit": .string(unit)])
    case .paused(let paused):
      isPaused = paused
      say(
        paused
          ? "the queue is paused; run 'wallfarm queue resume \(place)' to resume it"
          : "the queue has resumed",
        paused ? "paused" : "resumed", [:])
    case .queueUnwritable(let error):
      trouble = "waiting: \(error.message)"
      say(
        "\(error.message); waiting until the queue is writable", "queue-unwritable",
        ["message": .string(error.message)])
    case .machineFails(let error):
      trouble = "waiting: \(error.message)"
      let isStore = [.storeUnreachable, .storeRefused].contains(error.code)
      say(
        "\(error.message); waiting until "
          + (isStore ? "the store accepts requests" : "the machine recovers"), "machine-fails",
        ["code": .string(error.code.rawValue), "message": .string(error.message)])
    case .machineRecovered:
      trouble = nil
      say("the machine has recovered, and the batch continues", "machine-recovered", [:])
    case .draining:
      say("finishing running units; another signal stops them immediately", "draining", [:])
    }
  }

  private func failed(_ unit: String, _ error: RenderError, _ isRetried: Bool) {
    if style == .json {
      return event(
        "failed",
        [
          "unit": .string(unit), "code": .string(error.code.rawValue),
          "message": .string(error.message), "retried": .bool(isRetried), "error": error.json,
        ])
    }
    guard style != .quiet, !isRetried else { return }
    clearBar()
    if ErrorOutput.isJSON {
      Terminal.report(error, of: ("unit", unit))
    } else {
      Terminal.report("\(unit): \(error.code.rawValue): \(error.withItsFile)")
    }
  }

  private func say(_ text: String, _ name: String, _ members: [String: JSONValue]) {
    switch style {
    case .quiet: break
    case .json: event(name, members)
    case .bar, .lines: report(text)
    }
  }

  /// Prints a line above the bar.
  private func report(_ text: String) {
    clearBar()
    Terminal.report(text)
  }

  private func event(_ name: String, _ members: [String: JSONValue]) {
    var members = members
    members["event"] = .string(name)
    Terminal.print(JSONValue.object(members).text(pretty: false))
  }

  // MARK: - Progress

  /// Updates the display if enough time has passed since the last update.
  ///
  /// `read` counts the units in the queue again, because other processes may have changed the
  /// queue.
  func tick(
    _ figures: FarmFigures, current: [String],
    read: () throws(RenderError) -> UnitCounts
  ) {
    let pace: Duration = style == .bar ? .milliseconds(100) : BatchProgress.betweenLines
    guard style != .quiet, clock.now - lastUpdate >= pace else { return }
    lastUpdate = clock.now
    // If the queue cannot be read, keep the previous counts; other code retries the queue.
    if let now = try? read() { counts = now }
    rate.add(done: counts.done, now: lastUpdate)
    switch style {
    case .bar: drawBar(current.first ?? "")
    case .lines: Terminal.report(line(current.first ?? ""))
    case .json:
      event(
        "progress",
        [
          "done": .number(Double(counts.done)), "dead": .number(Double(counts.dead)),
          "open": .number(Double(counts.open)),
          "perSecond": .number((rate.perSecond * 10).rounded() / 10),
        ])
    case .quiet: break
    }
  }

  private func line(_ current: String) -> String {
    var parts = ["\(counts.done + counts.dead)/\(counts.all)"]
    let perSecond = rate.perSecond
    parts.append("\(shown(perSecond)) per second")
    if counts.dead > 0 { parts.append("\(counts.dead) failed") }
    if isPaused {
      parts.append("paused")
    } else if perSecond > 0 {
      parts.append("\(clockTime(Double(counts.open) / perSecond)) left")
    }
    let last = trouble ?? current
    if !last.isEmpty { parts.append(last) }
    return parts.joined(separator: "  ")
  }

  private func shown(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

  private func drawBar(_ current: String) {
    let share = Double(counts.done + counts.dead) / Double(max(1, counts.all))
    let cells = 24
    let eighths = Int((share * Double(cells * 8)).rounded(.down))
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let full = String(repeating: "█", count: eighths / 8) + partial
    let bar = full + String(repeating: "░", count: max(0, cells - full.count))
    let text = "\(bar)  \(line(current))"
    hasBar = true
    Terminal.drawOver(String(text.prefix(Terminal.errorWidth - 1)))
  }

  private func clearBar() {
    guard hasBar else { return }
    Terminal.drawOver("")
    hasBar = false
  }

  // MARK: - End

  func end(_ end: FarmEnd, _ counts: UnitCounts, _ figures: FarmFigures) {
    self.counts = counts
    clearBar()
    guard style == .json else { return }
    event(
      "end",
      [
        "how": .string("\(end)"), "done": .number(Double(counts.done)),
        "dead": .number(Double(counts.dead)), "open": .number(Double(counts.open)),
        "seconds": .number(((figures.elapsed / .seconds(1)) * 1000).rounded() / 1000),
        "lateResults": .number(Double(figures.lateResults)),
      ])
  }
}
