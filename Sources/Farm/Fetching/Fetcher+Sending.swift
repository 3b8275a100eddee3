package import Diagnostics

/// Sends messages under the same rules as fetches.
extension Fetcher {
  /// Sends a message with POST and waits for the response, whose body is discarded.
  ///
  /// A redirect is not followed, because its target would receive the message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - text: The URL.
  /// - Returns: The response, with any status.
  /// - Throws: `host-refused`, `fetch-failed`, `fetch-late`, `fetcher-missing`.
  package func send(
    _ message: SentMessage, to text: String
  ) throws(RenderError) -> SentReply {
    let address = try allowed(text)
    var order = order(for: address)
    order.message = message
    order.milliseconds = max(1, Int(patience / .milliseconds(1)))
    switch try run(order, by: SuspendingClock().now + patience) {
    case (.answered(let reply), _): return reply
    case (.failed(let failure, let reason), _):
      throw .fetchFailed(failure, reason, address.host, mostBytes, resource)
    case (.fetched, _), (.unchanged, _), (.moved, _):
      throw .fetcherFailed("'\(program)' is from another version of wallfarm", resource)
    }
  }
}
