package import Fetching
internal import WallfarmPluginKit

/// Sends traces to a collector, in a separate process.
extension TraceSettings {
  /// The statuses after which a document is sent again (OTLP 1, failures of OTLP/HTTP).
  private static let temporary: Set<Int> = [429, 502, 503, 504]

  /// Creates settings for a collector.
  ///
  /// - Parameters:
  ///   - ratio: The share of the requests without a `traceparent` header that are traced.
  ///   - collector: The URL of the collector.
  ///   - fetcher: The fetcher that sends the documents.
  package init(ratio: Double, collector: WebAddress, fetcher: Fetcher) {
    self.init(ratio: ratio) { document in
      guard let type = SentMessage.Header("Content-Type", "application/json"),
        let message = SentMessage(
          [type], body: String(decoding: document, as: UTF8.self),
          mostBytes: SentMessage.mostTraceBytes)
      else { return .rejected(.notAccepted(by: collector, "the document is too large")) }
      do throws(RenderError) {
        let reply = try fetcher.send(message, to: collector.description)
        guard !reply.isAccepted else { return .accepted }
        let error = RenderError.notAccepted(by: collector, "it responded with \(reply.status)")
        return TraceSettings.temporary.contains(reply.status)
          ? .unavailable(error) : .rejected(error)
      } catch {
        return .unavailable(error)
      }
    }
  }
}

extension RenderError {
  fileprivate static func notAccepted(by collector: WebAddress, _ why: String) -> RenderError {
    RenderError(
      .fetchFailed, "'\(collector.host)' does not accept traces: \(why)", origin: .option("traces"),
      hint: "check the URL of --traces, and the log of the collector")
  }
}
