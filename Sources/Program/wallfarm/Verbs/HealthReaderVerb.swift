import Arguments
import Challenge
import Files
import Processes
import SourceJSON
import WallfarmPluginKit

/// `wallfarm health-reader`: reads one health export in a fenced process.
struct HealthReaderVerb: CommandVerb {
  static let goal = Operand("goal", summary: "Number of steps to reach.")
  static let start = Operand("start", summary: "Time from which steps are counted.")
  static let now = Operand("now", summary: "Current time.")
  static let name = Operand("name", summary: "Name that messages use for the export.")
  static let command = Command(
    "health-reader", summary: "Count the steps in the health export on standard input.",
    discussion: """
      Internal: 'wallfarm challenge refresh' and 'wallfarm serve' start this process. It prints
      one JSON object and does not open files.
      """,
    accepts: [.operand(goal), .operand(start), .operand(now), .operand(name)], isPlumbing: true)

  let invocation: Invocation

  /// The arguments that start this program as a health reader.
  static let arguments = ["/proc/self/exe", "health-reader"]

  /// The memory limit, 1 GiB.
  ///
  /// The records that are kept in memory need 12 MB, and SQLite needs slightly more.
  private static let mostMemory: UInt = 1 << 30

  func run() throws(RenderError) -> ExitStatus {
    func operand(_ operand: Operand) -> String { invocation.operands(operand).first ?? "" }
    guard let goal = Int(operand(Self.goal)).flatMap({ StepGoal($0) }),
      let start = Moment(operand(Self.start)), let now = Moment(operand(Self.now))
    else {
      throw RenderError(
        .invalidParameter, "expected a number of steps, a start time and the current time",
        hint: "use 'wallfarm challenge refresh'")
    }
    let answer: JSONValue
    do throws(RenderError) {
      let scratch = try AnonymousFile(in: ScratchFolder.above)
      // Ignore fence layers that the machine does not support: `wallfarm doctor` reports them, and
      // the answer contains only a count.
      try Fence.lockReaderIn(["/proc/self/fd/0"], mostMemory: Self.mostMemory)
      answer = try HealthCount.read(
        "/proc/self/fd/0", named: operand(Self.name), goal: goal, start: start, now: now,
        scratch: scratch
      ).words
    } catch {
      answer = error.json
    }
    Terminal.print(answer.text(pretty: false))
    return .success
  }
}
