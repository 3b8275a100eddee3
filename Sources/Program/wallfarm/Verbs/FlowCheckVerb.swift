import Arguments
import Authoring
import Designs
import FlowHosts
import Flows
import Motion
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm flow check`: explores all states of flows and reports problems.
struct FlowCheckVerb: CommandVerb {
  static let names = Operand(
    "name", required: false, repeats: true,
    completion: .shellCommand("wallfarm flow list --names"),
    summary: "Names or folders of flows; default: all built-in flows.")
  static let most = Option(
    "most", value: "states", default: "200000",
    summary: "Maximum number of states to visit in each variant.")
  static let json = Flag("json", summary: "Print the findings as JSON.")
  static let command = Command(
    "check", summary: "Explore all states of flows and report errors.",
    discussion: """
      The command checks every variant. The exit status is 1 if there is an error, or if there are
      too many states to visit.

        wallfarm flow check notewall
        wallfarm flow check ./my-flow --json
      """,
    accepts: [.operand(names), .option(most), .flag(json)])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.findForUser()
    let library = FlowLibrary(folder: installation.flows)
    let motions = MotionLibrary(installation)
    let most = try most()
    let given = invocation.operands(Self.names)
    let reports = (given.isEmpty ? library.names : given).map {
      name -> (String, StoryCheck.Report) in
      do throws(RenderError) {
        return (name, try StoryCheck.report(on: name, in: library, motions: motions, most: most))
      } catch {
        return (name, StoryCheck.Report(problems: [error], orders: []))
      }
    }
    let isGood = reports.allSatisfy { $0.1.isGood }
    if invocation.isOn(Self.json) {
      Terminal.print(JSONValue.array(reports.map(json)).text(pretty: true))
      return isGood ? .success : .failure
    }
    var files = FileExcerpts()
    for (name, report) in reports {
      for problem in report.problems {
        Terminal.report(problem, excerpt: problem.origin.flatMap { files.excerpt(at: $0) })
      }
      let count = report.problems.count
      Terminal.printLine(
        "\(name): " + (count == 0 ? "valid" : "\(count) error\(count == 1 ? "" : "s")"))
      for order in report.orders { Terminal.printLine("  " + words(order)) }
    }
    return isGood ? .success : .failure
  }

  private func most() throws(RenderError) -> Int {
    let text = invocation.value(of: Self.most) ?? "200000"
    guard let most = Int(text), (1...5_000_000).contains(most) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not a valid number of states",
        origin: .option(Self.most.long),
        hint: "write a whole number from 1 to 5000000")
    }
    return most
  }

  private func words(_ order: StoryCheck.Order) -> String {
    let name = order.variant.map { "order '\($0)': " } ?? ""
    let visited = "\(name)\(order.states) states, \(order.moves) transitions"
    return order.unvisited == 0
      ? visited
      : visited + "; at least \(order.unvisited) more states were not visited; raise --most to "
        + "visit them"
  }

  private func json(_ name: String, _ report: StoryCheck.Report) -> JSONValue {
    [
      "flow": .string(name), "problems": .array(report.problems.map(\.json)),
      "orders": .array(
        report.orders.map { order in
          [
            "variant": order.variant.map(JSONValue.string) ?? .null,
            "states": .number(Double(order.states)), "moves": .number(Double(order.moves)),
            "unvisited": .number(Double(order.unvisited)),
          ]
        }),
    ]
  }
}
