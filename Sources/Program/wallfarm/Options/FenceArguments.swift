import Arguments
import PluginHost
import RenderPool
import WallfarmPluginKit

/// Reads the worker fence option.
struct FenceArguments {
  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// The requested fence strength.
  var choice: WorkerFence.Choice {
    invocation.value(of: PoolOptions.fence).flatMap(WorkerFence.Choice.init(rawValue:)) ?? .best
  }

  /// The fence for a worker that may run these plugins.
  func fence(_ plugins: PluginRegistry) -> WorkerFence {
    WorkerFence(choice: choice, readable: PluginFence.folders(of: plugins))
  }
}
