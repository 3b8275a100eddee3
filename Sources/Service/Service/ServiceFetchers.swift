package import Fetching
internal import Synchronization

/// The fetchers of a service; a reload of the configuration replaces them.
package final class ServiceFetchers: Sendable {
  private struct State {
    var photos: Fetcher?
    var content: Fetcher?
    var webhooks: Fetcher?
  }

  private let state: Mutex<State>

  /// Creates the fetchers; `nil` means that no host is allowed.
  package init(photos: Fetcher?, content: Fetcher?, webhooks: Fetcher?) {
    state = Mutex(State(photos: photos, content: content, webhooks: webhooks))
  }

  /// The fetcher for photos, or `nil` if no host is allowed.
  var photos: Fetcher? { state.withLock(\.photos) }
  /// The fetcher for content, or `nil` if no host is allowed.
  var content: Fetcher? { state.withLock(\.content) }

  /// The fetcher that sends events, or `nil` if no host is allowed.
  var webhooks: Fetcher? { state.withLock(\.webhooks) }

  /// Replaces all fetchers; fetches in progress continue with the previous ones.
  func replace(photos: Fetcher?, content: Fetcher?, webhooks: Fetcher?) {
    state.withLock { $0 = State(photos: photos, content: content, webhooks: webhooks) }
  }
}
