/// The limits on one client; `nil` means that there is no limit.
public struct ClientLimits: Sendable, Hashable {
  /// Maximum number of requests per minute, all of which can arrive at once.
  public var requests: Int?
  /// Maximum number of requests in progress.
  public var concurrent: Int?
  /// Maximum number of people.
  public var people: Int?
  /// Maximum number of stored uploads: photos, fonts, images and themes.
  public var uploads: Int?
  /// Maximum number of subscriptions of the client's people to content sources.
  public var sources: Int?
  /// Maximum size in bytes of the client's stored requests, people and uploads.
  public var bytes: Int?

  /// Creates limits; by default, there are none.
  public init(
    requests: Int? = nil, concurrent: Int? = nil, people: Int? = nil, uploads: Int? = nil,
    sources: Int? = nil, bytes: Int? = nil
  ) {
    (self.requests, self.concurrent, self.people) = (requests, concurrent, people)
    (self.uploads, self.sources, self.bytes) = (uploads, sources, bytes)
  }

  /// The limits, with missing limits from `other`.
  func over(_ other: ClientLimits) -> ClientLimits {
    ClientLimits(
      requests: requests ?? other.requests, concurrent: concurrent ?? other.concurrent,
      people: people ?? other.people, uploads: uploads ?? other.uploads,
      sources: sources ?? other.sources, bytes: bytes ?? other.bytes)
  }
}

/// The limits of a service for clients and for the addresses of visitors.
public struct ServiceLimits: Sendable, Hashable {
  /// The limits on each client.
  public var client = ClientLimits()
  /// The limits on clients by name; missing limits are those in ``client``.
  public var clients: [String: ClientLimits] = [:]
  /// The limits on requests from each address that need no key; only `requests` and `concurrent`
  /// apply.
  public var address = ClientLimits()

  /// Creates limits; by default, there are none.
  public init() {}

  /// Returns the limits on a client.
  func limits(of client: String) -> ClientLimits {
    clients[client].map { $0.over(self.client) } ?? self.client
  }
}
