import Diagnostics
import Files
import HTTP
import WallfarmPluginKit

extension RenderError {
  /// The error for a request beyond the limit of requests per minute.
  static func rateLimited(_ most: Int, of party: Limiter.Party, retryAfter: Int) -> RenderError {
    RenderError(
      .rateLimited, "\(party.words) may send at most \(requests(most)) per minute",
      hint: "wait \(retryAfter) \(retryAfter == 1 ? "second" : "seconds")")
  }

  /// The error for a request beyond the limit of requests in progress.
  static func tooManyOpen(_ most: Int, of party: Limiter.Party) -> RenderError {
    RenderError(
      .rateLimited,
      "\(party.words) may have at most \(requests(most)) in progress",
      hint: "wait until other requests are answered")
  }

  /// The error for limits on a client that has no key.
  static func unknownClient(_ name: String, _ names: Set<String>, _ origin: Origin) -> RenderError {
    RenderError(
      .invalidValue, "no key belongs to a client with the name '\(name.shortened)'", origin: origin,
      hint: closestSpelling(to: name, among: names).map { "did you mean '\($0)'?" }
        ?? "use a name from the file of --keys, or remove the limits")
  }

  /// The error for a person, an upload or bytes beyond a quota; `what` is the plural of the stored
  /// things.
  static func quotaExceeded(_ what: String, _ most: Int) -> RenderError {
    RenderError(
      .quotaExceeded, "this client may store at most \(most) \(what)",
      hint: "delete some, or ask the operator for a higher limit; GET /v1/usage has the numbers")
  }
}

extension Limiter.Party {
  fileprivate var words: String {
    switch self {
    case .client: "this client"
    case .address: "this address"
    }
  }
}

private func requests(_ count: Int) -> String { "\(count) \(count == 1 ? "request" : "requests")" }
