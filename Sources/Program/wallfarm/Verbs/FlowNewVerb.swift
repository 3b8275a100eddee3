import Arguments
import FlowHosts
import Flows
import Pages
import WallfarmPluginKit

/// `wallfarm flow new`: writes a starter flow that is ready to play.
struct FlowNewVerb: CommandVerb {
  static let name = Operand("name", summary: "Name of the flow, or path of a new folder.")
  static let command = Command(
    "new", summary: "Create a flow that is ready to play: NAME/flow.json and its texts.",
    discussion: """
      The command does not replace existing files.

        wallfarm flow new first-steps
      """,
    accepts: [.operand(name)])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let files = try FlowStarter.write(invocation.operands(Self.name).first ?? "")
    let folder = String(files[0].dropLast("/flow.json".count))
    let word = ShellWord.quoted(folder.contains("/") ? folder : "./" + folder)
    Terminal.print(
      files.joined(separator: "\n")
        + """


        Play it:  wallfarm flow play \(word)
        Check it: wallfarm flow check \(word)
        """)
    return .success
  }
}
