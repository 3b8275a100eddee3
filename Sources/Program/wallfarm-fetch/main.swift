// Fetches one photo or document, or sends one message: reads a FetchOrder from standard input and writes the
// outcome to standard output. The process resolves the host name, connects, confines itself, and
// only then reads data from the host.
import CFence
import CFetch
import CSystem
import Diagnostics
import Fetching
import Files
import Glibc
import SourceJSON

/// Writes the outcome and the fetched bytes, and exits.
func end(_ outcome: FetchOutcome, _ bytes: [UInt8] = []) -> Never {
  let line = Array((outcome.json.text(pretty: false) + "\n").utf8)
  for part in [line, bytes] {
    _ = part.withUnsafeBytes { AtomicFile.writeAll($0, to: STDOUT_FILENO) }
  }
  exit(0)
}

/// The response body received so far.
final class Body {
  var bytes: [UInt8] = []
}

func fetch(_ order: FetchOrder) -> Never {
  let deadline = SuspendingClock().now + .milliseconds(order.milliseconds)
  var authority: [UInt8]?
  if let path = order.authority {
    do throws(RenderError) {
      authority = try Files.read(path, limit: 1 << 20)
    } catch {
      end(.failed(.fetcher, "the trusted certificates cannot be read"))
    }
  }
  let connection: Connection
  do throws(Connection.Failure) {
    connection = try Connection(to: order, by: deadline)
  } catch {
    end(.failed(error.kind, error.reason))
  }
  guard wallfarm_fetch_prepare() == 0 else {
    end(
      .failed(
        .fetcher,
        "libcurl cannot be initialized"))
  }
  if order.hasFence {
    let standing = wallfarm_fence_fetch(-1)
    let wanted = UInt32(WALLFARM_FENCE_FILES | WALLFARM_FENCE_CALLS)
    let isBuilt = standing != UInt32(WALLFARM_FENCE_FAILED)
    guard isBuilt, standing & wanted == wanted || !order.needsFence else {
      end(.failed(.unfenced, "this kernel lacks landlock or seccomp"))
    }
  }
  let body = Body()
  let address = order.address
  let left = max(1, Int((deadline - SuspendingClock().now) / .milliseconds(1)))
  let resolved = "\(address.hostInBrackets):\(address.port):\(connection.address.inBrackets)"
  let strings = CStrings()
  let fetched = authority.withPointer { authority, length in
    address.description.withCString { text in
      resolved.withCString { resolved in
        order.agent.withCString { agent in
          var fetch = wallfarm_fetch()
          (fetch.address, fetch.resolved, fetch.agent) = (text, resolved, agent)
          fetch.accept = strings.pointer(to: order.resource.accept)
          let lines = order.headerLines.map(strings.pointer)
          withUnsafeMutableBytes(of: &fetch.lines) { bytes in
            let places = bytes.bindMemory(to: UnsafePointer<CChar>?.self)
            for (place, line) in zip(places.indices.dropLast(), lines) { places[place] = line }
          }
          if let body = order.message?.body {
            (fetch.body, fetch.body_length) = (strings.pointer(to: body), body.utf8.count)
          }
          (fetch.socket, fetch.most, fetch.milliseconds) = (
            connection.socket, order.mostBytes, left
          )
          (fetch.authority, fetch.authority_length) = (authority, length)
          fetch.context = Unmanaged.passUnretained(body).toOpaque()
          fetch.take = { context, bytes, count in
            guard let context, let bytes else { return 1 }
            Unmanaged<Body>.fromOpaque(context).takeUnretainedValue().bytes.append(
              contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
          }
          return withExtendedLifetime(strings) { wallfarm_fetch_run(&fetch) }
        }
      }
    }
  }
  let outcome = FetchOutcome(fetched, bytes: body.bytes.count, for: order)
  if case .answered = outcome { end(outcome) }
  // The libcurl error for a timeout depends on the transfer phase, so detect the timeout by the
  // clock.
  let isLate = SuspendingClock().now >= deadline && fetched.end != WALLFARM_FETCH_DONE
  end(isLate ? .failed(.late, "") : outcome, body.bytes)
}

extension FetchOrder {
  /// The optional headers of the request; their values contain no line breaks.
  fileprivate var headerLines: [String] {
    [
      known.tag.map { "If-None-Match: \($0)" }, known.modified.map { "If-Modified-Since: \($0)" },
      authorization.map { "Authorization: \($0)" },
    ].compactMap(\.self) + (message?.headers.map(\.line) ?? [])
  }
}

/// C strings that stay valid as long as this object.
final class CStrings {
  private var strings: [UnsafeMutablePointer<CChar>] = []

  func pointer(to text: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(text) else { return nil }
    strings.append(copy)
    return UnsafePointer(copy)
  }

  deinit { for string in strings { free(string) } }
}

extension [UInt8]? {
  func withPointer<Result>(_ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
    guard let self else { return body(nil, 0) }
    return self.withUnsafeBytes {
      body($0.bindMemory(to: CChar.self).baseAddress, $0.count)
    }
  }
}

// Exit when the service exits, because then no client is waiting for the result any longer.
_ = wallfarm_die_with_parent()
// Forbid core files, because they could contain private photos and the addresses of these photos.
wallfarm_forbid_core_files(0)
guard let text = try? Files.readStandardInput(limit: 1 << 20),
  let node = try? JSONNode(parsing: text), let order = FetchOrder.read(node)
else {
  end(.failed(.fetcher, "the fetch order is invalid"))
}
fetch(order)
