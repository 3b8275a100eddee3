import Arguments
import Authoring
import Designs
import FlowHosts
import Flows
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm flow funnel`: compares the number of runs that reached each step with the flow's
/// targets.
struct FlowFunnelVerb: CommandVerb {
  static let file = Operand(
    "events", completion: .files(extensions: ["jsonl"]),
    summary: "Event file written by 'flow play --events'.")
  static let json = Flag("json", summary: "Print JSON.")
  static let command = Command(
    "funnel", summary: "Compare users' progress with the targets of a flow.",
    discussion: """
      Events do not contain any text from users, only the steps that each run reached.

        wallfarm flow funnel notewall events.jsonl
      """,
    accepts: [.operand(FlowVerb.name), .operand(file), .flag(json)])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let library = FlowLibrary(folder: try Installation.findForUser().flows)
    let flow = try library.story(invocation.operands(FlowVerb.name).first ?? "").flow
    let funnel = try Funnel(invocation.operands(Self.file).first ?? "", of: flow)
    if invocation.isOn(Self.json) {
      Terminal.print(JSONValue.array(funnel.orders.map(json)).text(pretty: true))
      return .success
    }
    if funnel.orders.isEmpty { Terminal.print("the file has no events from '\(flow.name)'") }
    for order in funnel.orders {
      Terminal.printLine(
        "\(order.runs) runs" + (order.variant.map { " of the variant '\($0)'" } ?? ""))
      Terminal.print(
        Table(
          ["step", "runs", "percent"],
          order.reached.map { step, runs in
            [.text(step), .number(Double(runs)), .number(share(runs, of: order.runs))]
          }
        ).text)
      guard !order.aims.isEmpty else { continue }
      Terminal.print(
        "\n"
          + Table(
            ["from", "to", "aim", "got"],
            order.aims.map { aim in
              [
                .text(aim.from), .text(aim.to), .number(aim.wanted),
                aim.got.map { .number(($0 * 10).rounded() / 10) } ?? .text("–"),
              ]
            }
          ).text)
    }
    if funnel.otherLines > 0 {
      Terminal.note("\(funnel.otherLines) lines are not events from this flow")
    }
    return .success
  }

  private func share(_ count: Int, of all: Int) -> Double {
    all == 0 ? 0 : (Double(count) * 1000 / Double(all)).rounded() / 10
  }

  private func json(_ order: Funnel.Order) -> JSONValue {
    [
      "variant": order.variant.map(JSONValue.string) ?? .null,
      "runs": .number(Double(order.runs)),
      "reached": .array(
        order.reached.map { ["step": .string($0.step), "runs": .number(Double($0.runs))] }),
      "aims": .array(
        order.aims.map { aim in
          [
            "from": .string(aim.from), "to": .string(aim.to), "aim": .number(aim.wanted),
            "got": aim.got.map(JSONValue.number) ?? .null,
          ]
        }),
    ]
  }
}
