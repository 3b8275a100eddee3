internal import CSystem
package import Diagnostics
internal import Files
internal import Glibc
internal import Processes
internal import SourceJSON

/// Fetches resources from allowed hosts and sends messages to them; each request runs in a fenced
/// process of its own.
package struct Fetcher: Sendable {
  /// The path of the fetcher program.
  package var program: String
  /// The allowed hosts.
  package var hosts: [PhotoHost]
  /// The kind of resource, which determines the default limits and the words of messages.
  package let resource: FetchedResource
  /// Networks that are allowed even though they are not public, such as `10.0.0.0/8`.
  package var networks: [String] = []
  /// The path of a CA bundle that replaces the system's certificates.
  package var authority: String?
  /// The maximum size of a resource in bytes.
  package var mostBytes: Int
  /// The timeout for a fetch, including redirects.
  package var patience: Duration
  /// Whether the process runs inside a fence, and whether a missing fence layer is an error.
  package var fence = (isWanted: true, isRequired: true)
  /// The value of the `User-Agent` header.
  package var agent = "wallfarm"

  /// Maximum number of redirects.
  private static let mostMoves = 3

  /// Creates a fetcher.
  package init(program: String, hosts: [PhotoHost], resource: FetchedResource = .photo) {
    (self.program, self.hosts, self.resource) = (program, hosts, resource)
    (mostBytes, patience) = (resource.mostBytes, resource.patience)
  }

  /// Creates a fetcher that sends traces to the operator's collector, which may have any address.
  package static func ofTraces(program: String) -> Fetcher {
    var fetcher = Fetcher(program: program, hosts: [], resource: .traces)
    fetcher.networks = ["0.0.0.0/0", "::/0"]
    return fetcher
  }

  /// The path of the installed fetcher program, which is next to this program or in
  /// `../libexec/wallfarm`.
  package static var installedProgram: String {
    let folder = Files.folder(of: Files.resolved("/proc/self/exe") ?? ".")
    let places = ["wallfarm-fetch", "../libexec/wallfarm/wallfarm-fetch"].map {
      Files.join(folder, $0)
    }
    return places.first(where: Files.exists) ?? places[1]
  }

  /// A fetched resource.
  package struct Fetched: Sendable {
    package let bytes: [UInt8]
    package let facts: FetchedFacts

    /// Creates a fetched resource.
    package init(bytes: [UInt8], facts: FetchedFacts) { (self.bytes, self.facts) = (bytes, facts) }
  }

  /// Fetches a resource and waits for the download to finish.
  ///
  /// - Throws: `host-refused`, `fetch-failed`, `fetch-late`, `file-too-large`, `fetcher-missing`.
  package func fetch(_ text: String) throws(RenderError) -> [UInt8] {
    try fetch(text, unless: FetchValidators())?.bytes ?? []
  }

  /// Fetches a resource unless a known version of it is current.
  ///
  /// - Parameters:
  ///   - text: The URL.
  ///   - known: The validators of the known version; empty if there is none.
  ///   - authorization: The value of the `Authorization` header, which is sent only to the host and
  ///     port of the URL, and not to the targets of redirects on other hosts.
  /// - Returns: The resource, or nil if the known version is current.
  /// - Throws: `host-refused`, `fetch-failed`, `fetch-late`, `file-too-large`, `fetcher-missing`.
  package func fetch(
    _ text: String, unless known: FetchValidators, authorization: String? = nil
  ) throws(RenderError) -> Fetched? {
    let deadline = SuspendingClock().now + patience
    var (text, host) = (text, "")
    var first: WebAddress?
    // After a redirect to another host, that host chooses the path, even on the first host.
    var isForeign = false
    for _ in 0...Fetcher.mostMoves {
      let address = try allowed(text)
      let start = first ?? address
      (first, host) = (start, address.host)
      var order = order(for: address)
      if (address.host, address.port) != (start.host, start.port) { isForeign = true }
      if !isForeign { (order.known, order.authorization) = (known, authorization) }
      let left = deadline - SuspendingClock().now
      order.milliseconds = max(1, Int(left / .milliseconds(1)))
      switch try run(order, by: deadline) {
      case (.fetched(_, let facts), let bytes): return Fetched(bytes: bytes, facts: facts)
      case (.unchanged, _): return nil
      case (.moved(let place), _): text = place
      case (.failed(let failure, let reason), _):
        throw .fetchFailed(failure, reason, address.host, mostBytes, resource)
      case (.answered, _):
        throw .fetcherFailed("'\(program)' is from another version of wallfarm", resource)
      }
    }
    throw .fetchFailed(.refused, "too many redirects", host, mostBytes, resource)
  }

  /// Returns an order for a URL with the settings of this fetcher.
  func order(for address: WebAddress) -> FetchOrder {
    var order = FetchOrder(address, agent: agent, resource: resource)
    (order.networks, order.mostBytes, order.authority) = (networks, mostBytes, authority)
    (order.hasFence, order.needsFence) = fence
    return order
  }

  /// Parses a URL and checks that its host is allowed.
  ///
  /// - Throws: `host-refused`.
  package func allowed(_ text: String) throws(RenderError) -> WebAddress {
    guard let address = resource.address(text) else {
      throw RenderError(
        .hostRefused, "'\(shown(text))' is not a valid \(resource.rawValue) URL",
        origin: resource.origin,
        hint: "write https://, a host name and a path, and percent-encode non-ASCII characters")
    }
    guard resource == .traces || hosts.contains(where: { $0.has(address) }) else {
      let host = address.host + (address.port == 443 ? "" : ":\(address.port)")
      throw RenderError(
        .hostRefused,
        "\(resource.plural) \(resource.preposition) '\(host)' \(resource.areNot) allowed",
        origin: resource.origin, hint: resource.hostHint(host))
    }
    return address
  }

  /// Returns the part of a URL to show in messages: except for a photo, its scheme and host, because
  /// the rest may be secret.
  private func shown(_ text: String) -> String {
    guard resource != .photo else { return String(text.prefix(80)) }
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let (scheme, rest) = parts.count == 3 ? (parts[0] + "//", parts[2]) : ("", text[...])
    let authority = rest.prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return String((scheme + host).prefix(80))
  }

  /// Runs the fetcher in a child process.
  func run(
    _ order: FetchOrder, by deadline: SuspendingClock.Instant
  ) throws(RenderError) -> (FetchOutcome, [UInt8]) {
    // Pass the order in an in-memory file, because writing to a pipe without a reader raises
    // SIGPIPE.
    let input = wallfarm_sealable_file("wallfarm fetch order")
    defer { if input >= 0 { close(input) } }
    guard input >= 0 else { throw .fetcherFailed(SystemError.message(errno), resource) }
    let line = Array(order.json.text(pretty: false).utf8)
    if let reason = line.withUnsafeBytes({ AtomicFile.writeAll($0, to: input) }) {
      throw .fetcherFailed(reason, resource)
    }
    lseek(input, 0, SEEK_SET)
    let said: [UInt8]?
    do throws(ChildProcess.Failure) {
      // Wait a little longer than the fetcher's own timeout, so that the fetcher can report why the
      // fetch failed.
      let helper = try HelperProcess([program], most: order.mostBytes + 4096, input: input)
      said = helper.output(by: deadline + .milliseconds(500))
    } catch {
      throw .fetcherFailed("'\(program)': \(SystemError.message(error.number))", resource)
    }
    guard let said else { return (.failed(.late, ""), []) }
    let head = said.prefix { $0 != UInt8(ascii: "\n") }
    guard let node = try? JSONNode(parsing: String(decoding: head, as: UTF8.self)),
      let outcome = FetchOutcome.read(node)
    else {
      // The fetcher crashed or was killed by its fence.
      return (.failed(.broken, "it crashed the fetcher process"), [])
    }
    let bytes = Array(said.dropFirst(head.count + 1))
    if case .fetched(let count, _) = outcome, count != bytes.count {
      return (.failed(.broken, "it is truncated"), [])
    }
    return (outcome, bytes)
  }
}
