import Arguments
import PluginHost
import WallfarmPluginKit

/// `wallfarm plugin-server`: runs one plugin library in its own process.
struct PluginServerVerb: CommandVerb {
  static let folder = Operand("folder", summary: "Folder of the plugin.")
  static let command = Command(
    "plugin-server", summary: "Run the library of one plugin in its own process.",
    discussion: """
      Internal: a render starts this process. It uses the same protocol as plugin programs,
      and exits at the end of standard input.
      """,
    accepts: [.option(PluginOptions.memory), .operand(folder)], isPlumbing: true)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    var limits = try PluginArguments(invocation).limits()
    // The parent process enforces the time limit, so use a limit of one day here.
    limits.time = .seconds(86_400)
    let folder = invocation.operands(Self.folder).first ?? ""
    try LibraryServer.run(folder: folder, limits: limits)
    return .success
  }
}
