import Arguments
import PluginHost
import WallfarmPluginKit

/// `wallfarm plugin-server`: runs one plugin library in its own process.
struct PluginServerVerb: CommandVerb {
  static let folder = Operand("folder", summary: "The folder of the plugin.")
  static let command = Command(
    "plugin-server", summary: "Run the library of one plugin for a process that renders.",
    discussion: """
      For programs, not for people: a render starts it. It speaks as a plugin that is a program
      does, and ends when standard input does.
      """,
    accepts: [.option(PluginOptions.memory), .operand(folder)], isPlumbing: true)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    var limits = try PluginArguments(invocation).limits()
    // The parent process enforces the time limit.
    limits.time = .seconds(86_400)
    let folder = invocation.operands(Self.folder).first ?? ""
    try LibraryServer.run(folder: folder, limits: limits)
    return .success
  }
}
