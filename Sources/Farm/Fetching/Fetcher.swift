internal import CSystem
package import Diagnostics
internal import Files
internal import Glibc
internal import Processes
internal import SourceJSON

/// Fetches photos from hosts on a list, each by a process of its own that is locked in.
package struct Fetcher: Sendable {
  /// The program that fetches.
  package var program: String
  /// Where photos may come from.
  package var hosts: [PhotoHost]
  /// Networks that are asked though they are not public, such as `10.0.0.0/8`.
  package var networks: [String] = []
  /// A file with certificates that are trusted in the place of those of the machine.
  package var authority: String?
  /// Most bytes of a photo.
  package var mostBytes = 24 << 20
  /// Most time for one, with all that it is led through.
  package var patience = Duration.seconds(10)
  /// Whether the process is locked in, and nothing is fetched where it cannot be.
  package var fence = (isWanted: true, isRequired: true)
  /// What it says it is.
  package var agent = "wallfarm"

  /// How often a photo may be elsewhere than it is said to be.
  private static let mostMoves = 3

  /// Fetches from some hosts, by a program.
  package init(program: String, hosts: [PhotoHost]) {
    (self.program, self.hosts) = (program, hosts)
  }

  /// Where the program is: beside this one, or in `libexec` beside the folder of this one.
  package static var installedProgram: String {
    let folder = Files.folder(of: Files.resolved("/proc/self/exe") ?? ".")
    let places = ["wallfarm-fetch", "../libexec/wallfarm/wallfarm-fetch"].map {
      Files.join(folder, $0)
    }
    return places.first(where: Files.exists) ?? places[1]
  }

  /// The bytes of a photo; waits for them.
  ///
  /// - Throws: `host-refused`, `fetch-failed`, `fetch-late`, `photo-too-large`.
  package func fetch(_ text: String) throws(RenderError) -> [UInt8] {
    let deadline = SuspendingClock().now + patience
    var text = text
    for _ in 0...Fetcher.mostMoves {
      let address = try allowed(text)
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
    throw .fetchFailed(.refused, "it leads from one address to the next", "", mostBytes)
  }

  /// - Throws: `host-refused`.
  private func allowed(_ text: String) throws(RenderError) -> WebAddress {
    guard let address = WebAddress(text) else {
      throw RenderError(
        .hostRefused, "'\(text.prefix(80))' is no address that photos are fetched from",
        origin: .option("photo"),
        hint: "write https://, the name of a host, and a path; what is not ASCII as %…")
    }
    guard hosts.contains(where: { $0.has(address) }) else {
      let port = address.port == 443 ? "" : ":\(address.port)"
      throw RenderError(
        .hostRefused, "no photos are fetched from '\(address.host)\(port)'",
        origin: .option("photo"),
        hint: "send the photo: PUT /v1/photos; the operator names hosts with --photos-from")
    }
    return address
  }

  /// Has a process do it.
  private func run(
    _ order: FetchOrder, by deadline: SuspendingClock.Instant
  ) throws(RenderError) -> (FetchOutcome, [UInt8]) {
    // A file in memory: writing to a pipe whose reader has ended would end this process too (SIGPIPE).
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
      // A little longer than its own clock, so that it can say what has happened.
      said = try ChildProcess.answer(
        of: [program], reading: input, limit: order.mostBytes + 4096,
        by: deadline + .milliseconds(500))
    } catch {
      throw .fetcherFailed("'\(program)': \(SystemError.message(error.number))")
    }
    guard let said else { return (.failed(.late, ""), []) }
    let head = said.prefix { $0 != UInt8(ascii: "\n") }
    guard let node = try? JSONNode(parsing: String(decoding: head, as: UTF8.self)),
      let outcome = FetchOutcome.read(node)
    else {
      // Its fence has ended it, or a fault of it.
      return (.failed(.broken, "what it answers has ended the process that reads it"), [])
    }
    let bytes = Array(said.dropFirst(head.count + 1))
    if case .photo(let count) = outcome, count != bytes.count {
      return (.failed(.broken, "it was cut"), [])
    }
    return (outcome, bytes)
  }
}
