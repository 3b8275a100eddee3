package import SourceJSON

/// What the program that fetches is told on its standard input, as JSON.
package struct FetchOrder: Sendable {
  package var address: WebAddress
  /// Networks whose addresses are taken though they are not public.
  package var networks: [String]
  /// Most bytes of a photo.
  package var mostBytes: Int
  package var milliseconds: Int
  /// Whether it fetches nothing where its fence lacks a layer.
  package var needsFence: Bool
  /// Whether it is locked in at all.
  package var hasFence: Bool
  /// A file with certificates that are trusted; nil for those of the machine.
  package var authority: String?
  /// What it says it is.
  package var agent: String

  package init(_ address: WebAddress, agent: String) {
    (self.address, self.agent) = (address, agent)
    (networks, mostBytes, milliseconds) = ([], 24 << 20, 10_000)
    (needsFence, hasFence, authority) = (true, true, nil)
  }

  /// Reads one that ``json`` has made; nil where it is none.
  package static func read(_ node: JSONNode) -> FetchOrder? {
    guard let text = node["address"]?.string, let address = WebAddress(text),
      let networks = node["networks"]?.elements,
      let bytes = node["bytes"]?.number, let mostBytes = Int(exactly: bytes),
      let time = node["milliseconds"]?.number, let milliseconds = Int(exactly: time),
      let fence = node["fence"]?.string, let agent = node["agent"]?.string
    else { return nil }
    var order = FetchOrder(address, agent: agent)
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
      "agent": .string(agent),
    ]
    if let authority { members["authority"] = .string(authority) }
    return .object(members)
  }
}

/// How a fetch ended: the first line of what the program says.
package enum FetchOutcome: Equatable, Sendable {
  /// So many bytes follow.
  case photo(bytes: Int)
  /// The answer leads elsewhere.
  case moved(to: String)
  case failed(Failure, String)

  /// Why nothing was fetched.
  package enum Failure: String, Sendable, CaseIterable {
    /// The name has no address.
    case unknown
    /// The name has addresses, and none that may be asked.
    case closed
    /// Nothing answers at its addresses.
    case silent
    /// It is not who it says it is.
    case untrusted
    /// It answers that there is no photo.
    case refused
    /// There is more of it than a photo may have.
    case large
    /// It takes too long.
    case late
    /// What it answers is no HTTP, or was cut.
    case broken
    /// The fetcher cannot be locked in.
    case unfenced
    /// The fetcher itself has failed.
    case fetcher
  }

  package var json: JSONValue {
    switch self {
    case .photo(let bytes): ["photo": .number(Double(bytes))]
    case .moved(let address): ["moved": .string(address)]
    case .failed(let failure, let reason):
      ["failed": .string(failure.rawValue), "reason": .string(reason)]
    }
  }

  /// Reads one; nil where it is none.
  package static func read(_ node: JSONNode) -> FetchOutcome? {
    if let number = node["photo"]?.number {
      guard let bytes = Int(exactly: number), bytes >= 0 else { return nil }
      return .photo(bytes: bytes)
    }
    if let address = node["moved"]?.string { return .moved(to: address) }
    guard let word = node["failed"]?.string, let failure = Failure(rawValue: word) else {
      return nil
    }
    return .failed(failure, node["reason"]?.string ?? "")
  }
}
