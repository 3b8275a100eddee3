import Arguments
import Glibc
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// Reads how a verb that waits for a few pictures gets them from workers.
struct PoolArguments {
  let invocation: Invocation

  /// The command of a worker with the options of this call.
  ///
  /// - Parameters:
  ///   - key: what notes enter fingerprints with.
  ///   - beat: time between two signs of life.
  /// - Returns: the words that make this program a worker.
  /// - Throws: `invalid-parameter`, and what a cache that cannot be used throws.
  func command(key: KeyFile?, beat: Duration) throws(RenderError) -> [String] {
    let cache = try CommandLineRequests(invocation: invocation).cache()
    let fence = try FenceArguments(invocation).choice()
    // The very program that runs, also where the file was replaced by a newer one meanwhile.
    var words = ["/proc/self/exe"] + WorkerVerb.arguments(cache: cache, beat: beat, fence: fence)
    if let key { words.append("--\(KeyOptions.key.long)=\(key.path)") }
    return words + PluginArguments(invocation).words
  }

  /// Workers that find their data where this program found it.
  ///
  /// - Throws: `invalid-parameter`.
  func pictures(
    _ installation: Installation, key: KeyFile? = nil
  ) throws(RenderError) -> PoolPictures {
    setenv("WALLFARM_HOME", installation.root, 1)
    return PoolPictures(
      PoolSettings(
        command: try command(key: key, beat: .seconds(1)), workers: Processors.count))
  }
}
