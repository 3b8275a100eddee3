import Arguments
import Fetching
import Glibc
import RenderPool
import Service
import WallfarmCore
import WallfarmPluginKit

/// Reads the options for the export of traces.
struct TraceArguments {
  let invocation: Invocation

  /// Returns the settings of the export, or `nil` if traces are not exported.
  ///
  /// - Parameter fence: The strength of the fence around the sending process.
  /// - Returns: The settings, or `nil`.
  /// - Throws: `invalid-parameter`, `conflicting-options`, `fetcher-missing`.
  func settings(_ fence: WorkerFence.Choice) throws(RenderError) -> TraceSettings? {
    let ratio = try ratio()
    guard let text = invocation.value(of: ServeOptions.traces) else {
      guard invocation.text(named: ServeOptions.traceSample.long) == nil else {
        throw RenderError(
          .conflictingOptions, "--traces is missing", origin: .option("trace-sample"),
          hint: "add --traces URL")
      }
      return nil
    }
    guard let address = WebAddress(collector: text) else {
      throw RenderError(
        .invalidParameter, "'\(text.prefix(80))' is not the URL of a collector",
        origin: .option("traces"), hint: "write a URL such as http://localhost:4318/v1/traces")
    }
    var fetcher = Fetcher.ofTraces(program: Fetcher.installedProgram)
    guard access(fetcher.program, X_OK) == 0 else {
      throw .fetcherFailed("the program '\(fetcher.program)' does not exist", .traces)
    }
    fetcher.fence = (fence != .off, fence == .required)
    fetcher.agent = "wallfarm/\(Wallfarm.version)"
    return TraceSettings(ratio: ratio, collector: address, fetcher: fetcher)
  }

  private func ratio() throws(RenderError) -> Double {
    let text = invocation.value(of: ServeOptions.traceSample) ?? "1"
    guard let ratio = Double(text), (0...1).contains(ratio) else {
      throw RenderError(
        .invalidParameter, "'\(text.prefix(80))' is not a fraction from 0 to 1",
        origin: .option("trace-sample"), hint: "write a number from 0 to 1, such as 0.1")
    }
    return ratio
  }
}
