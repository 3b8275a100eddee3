package import Fetching
internal import Synchronization

/// The fetchers of a service; a reload of the configuration replaces them.
package final class ServiceFetchers: Sendable {
  /// The fetchers for the hosts that the operator allows; `nil` means that no host is allowed.
  package struct Allowed: Sendable {
    let photos: Fetcher?
    let content: Fetcher?
    /// The fetcher that sends events to webhooks.
    let webhooks: Fetcher?

    package init(photos: Fetcher? = nil, content: Fetcher? = nil, webhooks: Fetcher? = nil) {
      (self.photos, self.content, self.webhooks) = (photos, content, webhooks)
    }
  }

  private let state: Mutex<Allowed>

  init(_ allowed: Allowed) { state = Mutex(allowed) }

  /// The current fetchers.
  var current: Allowed { state.withLock { $0 } }

  /// The current fetcher for content; it refuses every host if none is allowed.
  var content: Fetcher { current.content ?? .refusing(.content) }

  /// The current fetcher for webhooks; it refuses every host if none is allowed.
  var webhooks: Fetcher { current.webhooks ?? .refusing(.webhook) }

  /// Replaces all fetchers; fetches in progress continue with the previous ones.
  func replace(_ allowed: Allowed) { state.withLock { $0 = allowed } }
}

extension Fetcher {
  /// Creates a fetcher that refuses every host, with the error for hosts that are not allowed.
  fileprivate static func refusing(_ resource: FetchedResource) -> Fetcher {
    Fetcher(program: "", hosts: [], resource: resource)
  }
}
