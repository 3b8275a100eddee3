import Arguments
import PluginHost
import RenderPool
import WallfarmPluginKit

/// Reads the option for the fence around workers.
struct FenceArguments {
  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// The requested fence strength.
  var choice: WorkerFence.Choice {
    invocation.value(of: PoolOptions.fence).flatMap(WorkerFence.Choice.init(rawValue:)) ?? .best
  }

  /// Returns the fence for a worker that may run the given plugins.
  func fence(_ plugins: PluginRegistry) -> WorkerFence {
    WorkerFence(choice: choice, readable: PluginFence.folders(of: plugins))
  }
}
