import Arguments
import Authoring
import Glibc
import RenderFarm
import SourceJSON
import WallfarmPluginKit

/// `wallfarm farm status`: shows the progress of a farm and its machines.
struct FarmStatusView {
  private let queue: PostgresJobQueue
  private let invocation: Invocation

  init(_ queue: PostgresJobQueue, _ invocation: Invocation) {
    (self.queue, self.invocation) = (queue, invocation)
  }

  func run() throws(RenderError) {
    guard invocation.isOn(FarmOptions.watch) else { return show(try look()) }
    StopSignals.watch()
    while StopSignals.count == 0 {
      do throws(RenderError) {
        let status = try look()
        // On a terminal, replace the previous status.
        if isOverwriting { Terminal.printAsIs("\u{1B}[H\u{1B}[J") }
        show(status)
      } catch {
        // During a failover, the database is unreachable for several seconds; keep watching.
        Terminal.report("\(error.message); retrying")
      }
      // Sleep in short steps, so that a signal ends the wait.
      for _ in 0..<20 where StopSignals.count == 0 { usleep(100_000) }
    }
  }

  private var isOverwriting: Bool {
    Terminal.outputIsTerminal && !invocation.isOn(FarmOptions.json)
  }

  private func show(_ status: FarmStatus) {
    Terminal.print(
      invocation.isOn(FarmOptions.json)
        ? status.json.text(pretty: !invocation.isOn(FarmOptions.watch)) : status.text)
  }

  private func look() throws(RenderError) -> FarmStatus {
    FarmStatus(
      place: queue.name, now: try queue.now(), counts: try queue.counts(),
      isPaused: try queue.isPaused(), machines: try queue.machines(), waiting: try queue.waiting())
  }
}

/// A snapshot of a farm's state.
struct FarmStatus {
  let place: String
  let now: Timestamp
  let counts: UnitCounts
  let isPaused: Bool
  let machines: [FarmMachine]
  let waiting: [PostgresJobQueue.Waiting]

  /// Machines with a recent heartbeat.
  private var present: [FarmMachine] {
    machines.filter { now < $0.seen.adding(FarmWork.silence) }
  }

  private var rate: Double {
    (present.reduce(0) { $0 + $1.rate } * 10).rounded() / 10
  }

  /// The estimated seconds until the queue is empty; `nil` if unknown.
  private var secondsLeft: Double? {
    guard rate > 0, counts.open > 0, !isPaused else { return nil }
    return (Double(counts.open) / rate).rounded(.up)
  }

  /// The time in seconds that the oldest unit has waited; `nil` if no unit is waiting.
  private var oldest: Double? {
    waiting.map(\.oldest).min().map { seconds(since: $0) }
  }

  /// Toolchains that waiting units require but that no present machine has.
  private var missing: [String] {
    waiting.map(\.toolchain).filter { wanted in !present.contains { $0.toolchain == wanted } }
  }

  private func seconds(since time: Timestamp) -> Double {
    Double(max(0, now.milliseconds - time.milliseconds)) / 1000
  }

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "units": .number(Double(counts.all)), "paused": .bool(isPaused),
      "perSecond": .number(rate), "workers": .number(Double(present.reduce(0) { $0 + $1.workers })),
      "secondsLeft": secondsLeft.map(JSONValue.number) ?? .null,
      "oldestSeconds": oldest.map { .number(tenths($0)) } ?? .null,
      "toolchainsWithoutMachine": .array(missing.map(JSONValue.string)),
      "machines": .array(
        machines.map { machine in
          [
            "name": .string(machine.holder), "host": .string(machine.host),
            "version": .string(machine.version), "toolchain": .string(machine.toolchain),
            "workers": .number(Double(machine.workers)), "done": .number(Double(machine.done)),
            "failedAttempts": .number(Double(machine.failed)), "perSecond": .number(machine.rate),
            "state": .string(state(of: machine)),
            "secondsAgo": .number(tenths(seconds(since: machine.seen))),
            "seconds": .number(tenths(seconds(since: machine.started))),
          ]
        }),
    ]
    for state in UnitState.allCases { members[state.rawValue] = .number(Double(counts[state])) }
    return .object(members)
  }

  private func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  private func state(of machine: FarmMachine) -> String {
    now < machine.seen.adding(FarmWork.silence) ? machine.state.rawValue : "silent"
  }

  var text: String {
    var lines = ["\(counted(counts.all, "unit")) in \(place)" + (isPaused ? ", paused" : "")]
    let workers = present.reduce(0) { $0 + $1.workers }
    var doing =
      present.isEmpty
      ? "no machine is rendering"
      : "\(counted(present.count, "machine")) with \(counted(workers, "worker")), \(rate) units "
        + "per second"
    if let secondsLeft { doing += ", about \(clockTime(secondsLeft)) left" }
    if let oldest { doing += "; the oldest unit has been queued for \(clockTime(oldest))" }
    lines.append(doing)
    // If no machine is present, a missing toolchain is not the reason that units are waiting.
    lines += (present.isEmpty ? [] : missing).map { toolchain in
      "units are waiting for the toolchain \(toolchain), which no machine has: start machines "
        + "with that version and installation, or submit the job file again with the machines' "
        + "toolchain"
    }
    let rows = UnitState.allCases.map { state in
      [Table.Cell.text(state.rawValue), .number(Double(counts[state]))]
    }
    lines += ["", Table(["state", "units"], rows).text]
    if !machines.isEmpty { lines += ["", table.text] }
    if counts.dead > 0 {
      lines += ["", "'wallfarm queue list \(place) --state dead' lists the failed units"]
    }
    return lines.joined(separator: "\n")
  }

  private var table: Table {
    Table(
      [
        "machine", "state", "workers", "per second", "done", "failed", "last seen", "version",
        "toolchain",
      ],
      machines.map { machine in
        [
          .text(machine.holder), .text(state(of: machine)), .number(Double(machine.workers)),
          .number(machine.rate), .number(Double(machine.done)), .number(Double(machine.failed)),
          .text("\(clockTime(seconds(since: machine.seen))) ago"), .text(machine.version),
          .text(machine.toolchain),
        ]
      })
  }
}
