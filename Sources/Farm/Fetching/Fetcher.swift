internal import CSystem
package import Diagnostics
internal import Files
internal import Glibc
internal import Processes
internal import SourceJSON

/// Fetches photos from allowed hosts; each fetch runs in a fenced process of its own.
package struct Fetcher: Sendable {
  /// The path of the fetcher program.
  package var program: String
  /// The allowed hosts.
  package var hosts: [PhotoHost]
  /// Networks that are allowed even though they are not public, such as `10.0.0.0/8`.
  package var networks: [String] = []
  /// The path of a CA bundle that replaces the system's certificates.
  package var authority: String?
  /// The maximum photo size in bytes.
  package var mostBytes = 24 << 20
  /// The timeout for fetching a photo, including redirects.
  package var patience = Duration.seconds(10)
  /// Whether the process runs inside a fence, and whether a missing fence layer is an error.
  package var fence = (isWanted: true, isRequired: true)
  /// The value of the `User-Agent` header.
  package var agent = "wallfarm"

  /// Maximum number of redirects.
  private static let mostMoves = 3

  /// Creates a fetcher.
  package init(program: String, hosts: [PhotoHost]) {
    (self.program, self.hosts) = (program, hosts)
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

  /// Fetches a photo and waits for the download to finish.
  ///
  /// - Throws: `host-refused`, `fetch-failed`, `fetch-late`, `file-too-large`, `fetcher-missing`.
  package func fetch(_ text: String) throws(RenderError) -> [UInt8] {
    let deadline = SuspendingClock().now + patience
    var (text, host) = (text, "")
    for _ in 0...Fetcher.mostMoves {
      let address = try allowed(text)
      host = address.host
      var order = FetchOrder(address, agent: agent)
      (order.networks, order.mostBytes, order.authority) = (networks, mostBytes, authority)
      (order.hasFence, order.needsFence) = fence
      let left = deadline - SuspendingClock().now
      order.milliseconds = max(1, Int(left / .milliseconds(1)))
      switch try run(order, by: deadline) {
      case (.photo, let bytes): return bytes
      case (.moved(let place), _): text = place
      case (.failed(let failure, let reason), _):
        throw .fetchFailed(failure, reason, address.host, mostBytes)
      }
    }
    throw .fetchFailed(.refused, "too many redirects", host, mostBytes)
  }

  /// Parses a URL and checks that its host is allowed.
  ///
  /// - Throws: `host-refused`.
  private func allowed(_ text: String) throws(RenderError) -> WebAddress {
    guard let address = WebAddress(text) else {
      throw RenderError(
        .hostRefused, "'\(text.prefix(80))' is not a valid photo URL",
        origin: .option("photo"),
        hint: "write https://, a host name and a path, and percent-encode non-ASCII characters")
    }
    guard hosts.contains(where: { $0.has(address) }) else {
      let port = address.port == 443 ? "" : ":\(address.port)"
      throw RenderError(
        .hostRefused, "photos from '\(address.host)\(port)' are not allowed",
        origin: .option("photo"),
        hint: "upload the photo: PUT /v1/photos; the operator allows hosts with --photos-from")
    }
    return address
  }

  /// Runs the fetcher in a child process.
  private func run(
    _ order: FetchOrder, by deadline: SuspendingClock.Instant
  ) throws(RenderError) -> (FetchOutcome, [UInt8]) {
    // Pass the order in an in-memory file, because writing to a pipe without a reader raises
    // SIGPIPE.
    let input = wallfarm_sealable_file("wallfarm fetch order")
    defer { if input >= 0 { close(input) } }
    guard input >= 0 else { throw .fetcherFailed(SystemError.message(errno)) }
    let line = Array(order.json.text(pretty: false).utf8)
    if let reason = line.withUnsafeBytes({ AtomicFile.writeAll($0, to: input) }) {
      throw .fetcherFailed(reason)
    }
    lseek(input, 0, SEEK_SET)
    let said: [UInt8]?
    do throws(ChildProcess.Failure) {
      // Wait a little longer than the fetcher's own timeout, so that the fetcher can report why the
      // fetch failed.
      let helper = try HelperProcess([program], most: order.mostBytes + 4096, input: input)
      said = helper.output(by: deadline + .milliseconds(500))
    } catch {
      throw .fetcherFailed("'\(program)': \(SystemError.message(error.number))")
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
    if case .photo(let count) = outcome, count != bytes.count {
      return (.failed(.broken, "it is truncated"), [])
    }
    return (outcome, bytes)
  }
}
