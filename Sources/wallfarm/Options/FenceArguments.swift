import Arguments
import PluginHost
import RenderPool
import WallfarmPluginKit

/// Reads how workers are locked in.
struct FenceArguments {
  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// - Throws: `invalid-parameter`.
  func choice() throws(RenderError) -> WorkerFence.Choice {
    guard let text = invocation.value(of: PoolOptions.fence) else { return .best }
    guard let choice = WorkerFence.Choice(rawValue: text) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is no choice of a fence", origin: .option("fence"),
        hint: "write required, best or off")
    }
    return choice
  }

  /// The fence of a worker that may use some plugins.
  func fence(_ plugins: PluginRegistry) throws(RenderError) -> WorkerFence {
    WorkerFence(choice: try choice(), readable: PluginFence.folders(of: plugins))
  }
}
