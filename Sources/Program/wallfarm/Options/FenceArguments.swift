import Arguments
import PluginHost
import RenderPool
import WallfarmPluginKit

/// Reads how workers are locked in.
struct FenceArguments {
  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// How much depends on it.
  var choice: WorkerFence.Choice {
    invocation.value(of: PoolOptions.fence).flatMap(WorkerFence.Choice.init(rawValue:)) ?? .best
  }

  /// The fence of a worker that may use some plugins.
  func fence(_ plugins: PluginRegistry) -> WorkerFence {
    WorkerFence(choice: choice, readable: PluginFence.folders(of: plugins))
  }
}
