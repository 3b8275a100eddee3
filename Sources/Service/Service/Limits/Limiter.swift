package import HTTP
internal import Synchronization

/// Counts the requests of clients and addresses, and rejects requests beyond their limits.
///
/// The limits can be replaced while the service runs.
package final class Limiter: Sendable {
  /// The party to which requests are charged.
  package enum Party: Hashable, Sendable {
    /// A client, by the name of its key; the name is empty if the service has no keys.
    case client(String)
    /// A visitor without a key, by address.
    case address(Peer)
  }

  private struct State {
    var limits: ServiceLimits
    var buckets = RecentBuckets()
    var open: [Party: Int] = [:]
  }

  private let state: Mutex<State>

  /// Creates a limiter.
  package init(_ limits: ServiceLimits = ServiceLimits()) { state = Mutex(State(limits: limits)) }

  /// Replaces the limits; counts continue.
  package func replace(_ limits: ServiceLimits) { state.withLock { $0.limits = limits } }

  /// Returns the limits on a client.
  package func limits(of client: String) -> ClientLimits {
    state.withLock { $0.limits.limits(of: client) }
  }

  /// The outcome of counting a request.
  package enum Outcome: Equatable {
    /// The request is admitted; the response gets these headers.
    case admitted([HTTPHeader])
    /// The request exceeds the limit of requests per minute; the response gets these headers.
    case refused([HTTPHeader], limit: Int, retryAfter: Int)
  }

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - party: The party to which the request is charged.
  ///   - now: The current time.
  /// - Returns: The outcome; without a limit, the request is admitted without headers.
  package func count(_ party: Party, now: SuspendingClock.Instant) -> Outcome {
    state.withLock { state in
      guard let most = state.limits.limits(of: party).requests else { return .admitted([]) }
      let (isAdmitted, level) = state.buckets.use(party, of: most, now: now) {
        $0.take(of: most, now: now)
      }
      let headers = Limiter.headers(party, most, level)
      return isAdmitted
        ? .admitted(headers)
        : .refused(headers, limit: most, retryAfter: level.secondsUntilNext ?? 1)
    }
  }

  /// Begins a request; returns the limit if the party already has as many requests in progress as
  /// it may have.
  ///
  /// If the result is nil, ``end(_:)`` must be called when the request is over.
  package func begin(_ party: Party) -> Int? {
    state.withLock { state in
      if let most = state.limits.limits(of: party).concurrent, state.open[party] ?? 0 >= most {
        return most
      }
      state.open[party, default: 0] += 1
      return nil
    }
  }

  /// Ends a request.
  package func end(_ party: Party) {
    state.withLock { state in
      let left = (state.open[party] ?? 0) - 1
      state.open[party] = left > 0 ? left : nil
    }
  }

  /// The number of requests in progress and the state of the bucket of a client; the state is nil
  /// without a limit.
  package func use(
    by client: String, now: SuspendingClock.Instant
  ) -> (open: Int, remaining: Int?, secondsUntilFull: Int?) {
    let party = Party.client(client)
    return state.withLock { state in
      let open = state.open[party] ?? 0
      guard let most = state.limits.limits(of: party).requests else { return (open, nil, nil) }
      let level = state.buckets.use(party, of: most, now: now) { $0.level(of: most, now: now) }
      return (open, level.remaining, level.secondsUntilFull)
    }
  }

  /// The headers of draft-ietf-httpapi-ratelimit-headers-10: the policy with its quota and window,
  /// and the remaining requests with the seconds until the quota is full again.
  private static func headers(
    _ party: Party, _ most: Int, _ level: RequestBucket.Level
  ) -> [HTTPHeader] {
    let name = if case .client = party { "client" } else { "address" }
    let window = Int(RequestBucket.window)
    return [
      HTTPHeader("RateLimit-Policy", "\"\(name)\";q=\(most);w=\(window)"),
      HTTPHeader("RateLimit", "\"\(name)\";r=\(level.remaining);t=\(level.secondsUntilFull)"),
    ]
  }
}

extension ServiceLimits {
  fileprivate func limits(of party: Limiter.Party) -> ClientLimits {
    switch party {
    case .client(let name): limits(of: name)
    case .address(.local): ClientLimits()
    case .address: address
    }
  }
}
