package import SourceJSON

/// The request that a ``Fetcher`` sends to the fetcher program as JSON over standard input.
package struct FetchOrder: Sendable {
  package var address: WebAddress
  /// The kind of resource, which determines the `Accept` header.
  package var resource: FetchedResource
  /// The validators of a known version, which is not sent again if it is current.
  package var known: FetchValidators
  /// The message to send with POST; nil for a fetch with GET.
  package var message: SentMessage?
  /// The value of the `Authorization` header; nil for no such header.
  package var authorization: String?
  /// Networks that are allowed even though their addresses are not public.
  package var networks: [String]
  /// The maximum size of the resource in bytes.
  package var mostBytes: Int
  package var milliseconds: Int
  /// Whether the fetcher refuses to run if a layer of its fence cannot be set up.
  package var needsFence: Bool
  /// Whether the fetcher runs inside a fence.
  package var hasFence: Bool
  /// The path of a CA bundle, or nil to use the system's certificates.
  package var authority: String?
  /// The value of the `User-Agent` header.
  package var agent: String

  package init(_ address: WebAddress, agent: String, resource: FetchedResource = .photo) {
    (self.address, self.agent, self.resource) = (address, agent, resource)
    (known, networks) = (FetchValidators(), [])
    (mostBytes, milliseconds) = (resource.mostBytes, Int(resource.patience / .milliseconds(1)))
    (needsFence, hasFence, authority) = (true, true, nil)
  }

  /// Decodes the JSON that ``json`` produces; returns nil if it is invalid.
  package static func read(_ node: JSONNode) -> FetchOrder? {
    guard let resource = node["resource"]?.string.flatMap(FetchedResource.init(rawValue:)),
      let text = node["address"]?.string, let address = resource.address(text),
      let networks = node["networks"]?.elements,
      let bytes = node["bytes"]?.number, let mostBytes = Int(exactly: bytes),
      let time = node["milliseconds"]?.number, let milliseconds = Int(exactly: time),
      let fence = node["fence"]?.string, let agent = node["agent"]?.string
    else { return nil }
    var order = FetchOrder(address, agent: agent, resource: resource)
    order.known = FetchValidators(node)
    if let authorization = node["authorization"]?.string {
      guard FetchHeader.isValid(authorization) else { return nil }
      order.authorization = authorization
    }
    if let written = node["message"] {
      guard let message = SentMessage(written) else { return nil }
      order.message = message
    }
    order.networks = networks.compactMap(\.string)
    order.mostBytes = mostBytes
    order.milliseconds = milliseconds
    order.authority = node["authority"]?.string
    order.needsFence = fence == "required"
    order.hasFence = fence != "off"
    return order
  }

  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "address": .string(address.description), "networks": .array(networks.map(JSONValue.string)),
      "bytes": .number(Double(mostBytes)), "milliseconds": .number(Double(milliseconds)),
      "fence": .string(hasFence ? (needsFence ? "required" : "best") : "off"),
      "agent": .string(agent), "resource": .string(resource.rawValue),
    ]
    members.merge(known.members) { $1 }
    if let authorization { members["authorization"] = .string(authorization) }
    if let message { members["message"] = message.json }
    if let authority { members["authority"] = .string(authority) }
    return .object(members)
  }
}

/// The outcome of a fetch, which is encoded in the first line of the fetcher's output.
package enum FetchOutcome: Equatable, Sendable {
  /// The resource follows the outcome; `bytes` is its size.
  case fetched(bytes: Int, FetchedFacts)
  /// The known version is current.
  case unchanged(FetchValidators)
  /// The message was sent, and the server responded.
  case answered(SentReply)
  /// The response is a redirect.
  case moved(to: String)
  case failed(Failure, String)

  /// The reason why a fetch failed.
  package enum Failure: String, Sendable, CaseIterable {
    /// The host name does not resolve.
    case unknown
    /// The host has no allowed address.
    case closed
    /// None of the host's addresses responds.
    case silent
    /// The TLS certificate is invalid.
    case untrusted
    /// The server responds with an error status.
    case refused
    /// The resource exceeds the maximum size.
    case large
    /// The fetch timed out.
    case late
    /// The response is not valid HTTP, or is truncated.
    case broken
    /// The fetcher's fence cannot be set up.
    case unfenced
    /// The fetcher itself failed.
    case fetcher
  }

  package var json: JSONValue {
    switch self {
    case .fetched(let bytes, let facts):
      .object(facts.members.merging(["fetched": .number(Double(bytes))]) { $1 })
    case .unchanged(let validators):
      .object(validators.members.merging(["unchanged": true]) { $1 })
    case .answered(let reply): .object(reply.members)
    case .moved(let address): ["moved": .string(address)]
    case .failed(let failure, let reason):
      ["failed": .string(failure.rawValue), "reason": .string(reason)]
    }
  }

  /// Decodes the JSON that ``json`` produces; returns nil if it is invalid.
  package static func read(_ node: JSONNode) -> FetchOutcome? {
    if let number = node["fetched"]?.number {
      guard let bytes = Int(exactly: number), bytes >= 0 else { return nil }
      return .fetched(bytes: bytes, FetchedFacts(node))
    }
    if node["unchanged"]?.bool == true { return .unchanged(FetchValidators(node)) }
    if node["answered"] != nil { return SentReply(node).map { .answered($0) } }
    if let address = node["moved"]?.string { return .moved(to: address) }
    guard let word = node["failed"]?.string, let failure = Failure(rawValue: word) else {
      return nil
    }
    return .failed(failure, node["reason"]?.string ?? "")
  }
}
