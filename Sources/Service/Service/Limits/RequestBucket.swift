import HTTP

/// A token bucket, which admits a number of requests per minute.
///
/// A full bucket admits all of these requests at once; it fills evenly within a minute.
struct RequestBucket {
  /// The window of the limit in seconds.
  static let window = 60.0

  private var tokens: Double
  private var since: SuspendingClock.Instant

  /// Creates a full bucket.
  init(of requests: Int, now: SuspendingClock.Instant) {
    (tokens, since) = (Double(requests), now)
  }

  /// The state of a bucket after a request.
  struct Level: Equatable {
    /// The number of further requests that are admitted now.
    let remaining: Int
    /// The number of seconds, rounded up, until the bucket is full.
    let secondsUntilFull: Int
    /// The number of seconds, rounded up, until another request is admitted; nil if one is admitted
    /// now.
    let secondsUntilNext: Int?
  }

  /// Fills the bucket up to a time.
  private mutating func fill(_ requests: Int, _ now: SuspendingClock.Instant) {
    let seconds = max(0, (now - since) / .seconds(1))
    tokens = min(Double(requests), tokens + seconds * Double(requests) / RequestBucket.window)
    since = max(since, now)
  }

  /// Takes a token for a request.
  ///
  /// - Parameters:
  ///   - requests: The current limit, which may have changed.
  ///   - now: The current time.
  /// - Returns: Whether the request is admitted, and the state after it.
  mutating func take(
    of requests: Int, now: SuspendingClock.Instant
  ) -> (isAdmitted: Bool, level: Level) {
    fill(requests, now)
    let isAdmitted = tokens >= 1
    if isAdmitted { tokens -= 1 }
    return (isAdmitted, level(requests))
  }

  /// Returns the state at a time without taking a token.
  mutating func level(of requests: Int, now: SuspendingClock.Instant) -> Level {
    fill(requests, now)
    return level(requests)
  }

  private func level(_ requests: Int) -> Level {
    func seconds(for missing: Double) -> Int {
      Int((missing * RequestBucket.window / Double(requests)).rounded(.up))
    }
    return Level(
      remaining: Int(tokens), secondsUntilFull: seconds(for: Double(requests) - tokens),
      secondsUntilNext: tokens >= 1 ? nil : max(1, seconds(for: 1 - tokens)))
  }
}

/// The buckets of the parties that sent a request recently.
///
/// A bucket that was not used for a minute is full and can be discarded. The buckets are in two
/// generations, so that a whole generation is discarded at once instead of bucket by bucket.
struct RecentBuckets {
  private var recent: [Limiter.Party: RequestBucket] = [:]
  private var older: [Limiter.Party: RequestBucket] = [:]
  /// The time at which the buckets became the older generation.
  private var turned: SuspendingClock.Instant?

  /// Maximum number of buckets in a generation; all other addresses share one bucket, so that an
  /// attacker with very many addresses cannot exhaust the memory.
  private static let most = 100_000

  /// Calls a closure with the bucket of a party, which is full if the party is new.
  mutating func use<Value>(
    _ party: Limiter.Party, of requests: Int, now: SuspendingClock.Instant,
    _ body: (inout RequestBucket) -> Value
  ) -> Value {
    turn(now)
    let isKnown = isClient(party) || recent[party] != nil || older[party] != nil
    let place = isKnown || recent.count < RecentBuckets.most ? party : .address(.local)
    var bucket = recent[place] ?? older[place] ?? RequestBucket(of: requests, now: now)
    defer { recent[place] = bucket }
    return body(&bucket)
  }

  /// Clients have buckets of their own in any case; the file of keys limits their number.
  private func isClient(_ party: Limiter.Party) -> Bool {
    if case .client = party { true } else { false }
  }

  private mutating func turn(_ now: SuspendingClock.Instant) {
    guard let last = turned else { return turned = now }
    let seconds = (now - last) / .seconds(1)
    guard seconds >= RequestBucket.window else { return }
    older = seconds < 2 * RequestBucket.window ? recent : [:]
    recent = [:]
    turned = now
  }
}
