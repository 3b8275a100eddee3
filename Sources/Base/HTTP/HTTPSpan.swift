public import Diagnostics

/// A part of the work on a request, such as the wait in a queue, with its times and properties.
///
/// Spans contain no data of the request, because logs and traces repeat them.
public struct HTTPSpan: Sendable {
  /// The name of the part, such as `queue`.
  public let name: String
  /// The time at which the part began.
  public let began: SuspendingClock.Instant
  /// The time at which the part ended, or nil if it has not ended.
  public internal(set) var ended: SuspendingClock.Instant?
  /// Properties of the part.
  public internal(set) var facts: [String: Fact] = [:]
  /// The error with which the part ended, or nil.
  public internal(set) var error: ErrorCode?

  /// The value of a property.
  public enum Fact: Sendable, Hashable {
    /// A short text.
    case text(String)
    /// A whole number.
    case count(Int)
    /// A number.
    case number(Double)
    /// A condition.
    case flag(Bool)
  }

  /// The time from the beginning to the end; zero if the part has not ended.
  public var duration: Duration { ended.map { $0 - began } ?? .zero }

  /// The maximum number of spans of a request; further spans are not recorded.
  static let most = 256
}

/// The parts of the work on a request.
extension HTTPExchange {
  /// Begins a part of the work, which ends with ``end(_:_:error:)`` or with the exchange.
  ///
  /// - Parameter name: The name of the part.
  /// - Returns: The number of the part, or nil if the exchange is over or has too many parts.
  public func begin(_ name: String) -> Int? {
    let span = HTTPSpan(name: name, began: SuspendingClock().now)
    return change { spans in
      guard spans.count < HTTPSpan.most else { return nil }
      spans.append(span)
      return spans.count - 1
    }
  }

  /// Adds properties to a part of the work that has not ended.
  public func note(_ facts: [String: HTTPSpan.Fact], in number: Int?) {
    guard let number else { return }
    change { spans in
      guard spans.indices.contains(number) else { return nil }
      spans[number].facts.merge(facts) { $1 }
      return number
    }
  }

  /// Ends a part of the work; a part ends only once.
  ///
  /// - Parameters:
  ///   - number: The number of the part; nothing happens if it is nil.
  ///   - facts: Properties of the part.
  ///   - error: The error with which the part ended, or nil.
  public func end(_ number: Int?, _ facts: [String: HTTPSpan.Fact] = [:], error: ErrorCode? = nil) {
    guard let number else { return }
    let now = SuspendingClock().now
    change { spans in
      guard spans.indices.contains(number), spans[number].ended == nil else { return nil }
      spans[number].ended = now
      spans[number].error = error
      spans[number].facts.merge(facts) { $1 }
      return number
    }
  }
}
