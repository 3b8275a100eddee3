internal import Glibc
internal import Synchronization

/// What the connections of a server have in common.
final class ServerState: Sendable {
  /// What a connection is at.
  enum Phase {
    /// Its client has not sent a request: the first one, or another one.
    case idle
    /// Its client sends a request.
    case reading
    /// Its client waits for us.
    case waiting
    /// Its client reads an answer.
    case answering
  }

  private struct Connection {
    var phase = Phase.idle
    var since: SuspendingClock.Instant
    /// What came of a body since then, or what the answer has.
    var bytes = 0
  }

  private struct Content {
    var connections: [Int32: Connection] = [:]
    var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
    var isEnding = false
    /// What is told to those who come when everything ends.
    var farewell: HTTPAnswer?
  }

  let handler: any HTTPHandler
  let budget: ByteBudget
  /// Of the answers that are on their way.
  let answerBudget: FileBudget
  let limits: HTTPLimits
  private let content = Mutex(Content())

  init(_ handler: any HTTPHandler, _ limits: HTTPLimits) {
    (self.handler, self.limits) = (handler, limits)
    budget = ByteBudget(limits.bodyBytes)
    answerBudget = FileBudget(limits.answerBytes)
  }

  var isEnding: Bool { content.withLock { $0.isEnding } }
  var openExchanges: [HTTPExchange] { content.withLock { Array($0.exchanges.values) } }
  var waitingExchanges: [HTTPExchange] {
    content.withLock { content in
      content.exchanges.values.filter { content.connections[$0.descriptor]?.phase == .waiting }
    }
  }
  var connectionCount: Int { content.withLock { $0.connections.count } }
  var farewell: HTTPAnswer? { content.withLock(\.farewell) }

  /// Keeps no connection open behind an answer; false where it did not before.
  func end() -> Bool {
    content.withLock { content in
      defer { content.isEnding = true }
      return !content.isEnding
    }
  }

  /// Has nobody wait from now on.
  func end(with farewell: HTTPAnswer) {
    content.withLock { $0.farewell = farewell }
  }

  func opened(_ descriptor: Int32) {
    content.withLock {
      $0.connections[descriptor] = Connection(since: SuspendingClock().now)
    }
  }

  func closed(_ descriptor: Int32) { content.withLock { $0.connections[descriptor] = nil } }

  func begun(_ exchange: HTTPExchange) {
    content.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
    phase(.reading, of: exchange.descriptor)
  }

  func ended(_ exchange: HTTPExchange) {
    content.withLock { $0.exchanges[ObjectIdentifier(exchange)] = nil }
    phase(.idle, of: exchange.descriptor)
  }

  func phase(_ phase: Phase, bytes: Int = 0, of descriptor: Int32) {
    content.withLock { content in
      guard content.connections[descriptor] != nil else { return }
      content.connections[descriptor] = Connection(
        phase: phase, since: SuspendingClock().now, bytes: bytes)
    }
  }

  /// Counts what came of a body.
  func hasRead(_ count: Int, _ descriptor: Int32) {
    content.withLock { $0.connections[descriptor]?.bytes += count }
  }

  /// Cuts the clients that are too slow.
  ///
  /// The descriptor of each is its own as long as it is listed.
  func cutTheSlow(now: SuspendingClock.Instant) {
    content.withLock { content in
      for (descriptor, connection) in content.connections {
        let time = now - connection.since
        let isSlow =
          switch connection.phase {
          case .idle: time > limits.idle
          case .reading: time > limits.reading(connection.bytes)
          case .waiting: false
          case .answering: time > limits.answering(connection.bytes)
          }
        if isSlow { shutdown(descriptor, Int32(SHUT_RDWR)) }
      }
    }
  }
}

extension ServerState {
  /// Requests that wait and whose client has closed its end.
  ///
  /// libmicrohttpd does not look at connections that are put aside.
  func exchangesLeft() -> [HTTPExchange] {
    let waiting = waitingExchanges
    var places = waiting.map {
      pollfd(fd: $0.descriptor, events: Int16(0x2000 /* POLLRDHUP */), revents: 0)
    }
    guard poll(&places, nfds_t(places.count), 0) > 0 else { return [] }
    return zip(waiting, places).filter { $1.revents != 0 }.map { $0.0 }
  }
}

/// How much clients may ask of a server.
public struct HTTPLimits: Sendable {
  /// Most clients at once.
  public var connections = 4096
  /// Most bytes of a head.
  public var headBytes = 32 << 10
  /// Most bytes of the bodies of all requests that are being read.
  public var bodyBytes = 96 << 20
  /// Most bytes of what is refused that are read on, so that its client comes to see the answer.
  public var refusedBytes = 1 << 20
  /// Most bytes of the files of all answers that clients have not taken yet.
  public var answerBytes = 256 << 20
  /// Most time until the first line of a request is here.
  public var idle = Duration.seconds(30)
  /// Most time for a request that sends nothing behind its first line.
  public var head = Duration.seconds(10)
  /// How many bytes of a body give a second more.
  public var slowestBytes = 16 << 10
  /// Most time for a small answer to be taken.
  public var answering = Duration.seconds(120)
  /// How many bytes of an answer give a second more.
  public var slowestAnswerBytes = 64 << 10
  /// Threads that share the clients.
  public var threads = 2

  /// Sets everything to its default.
  public init() {}

  /// Most time for a request of which so much has come.
  func reading(_ bytes: Int) -> Duration { head + .seconds(bytes / slowestBytes) }

  /// Most time for an answer of so many bytes.
  func answering(_ bytes: Int) -> Duration { answering + .seconds(bytes / slowestAnswerBytes) }
}

/// Files that are on their way to clients; one that several get counts once.
final class FileBudget: Sendable {
  private struct Content {
    var left: Int
    var readers: [ObjectIdentifier: Int] = [:]
  }

  private let content: Mutex<Content>

  init(_ bytes: Int) { content = Mutex(Content(left: bytes)) }

  /// Takes a file, which lives until it is given back; false where there is no room for it.
  func take(_ file: any HTTPFile) -> Bool {
    content.withLock { content in
      let id = ObjectIdentifier(file)
      if let readers = content.readers[id] {
        content.readers[id] = readers + 1
        return true
      }
      guard content.left >= file.count else { return false }
      content.left -= file.count
      content.readers[id] = 1
      return true
    }
  }

  func give(_ file: any HTTPFile) {
    content.withLock { content in
      let id = ObjectIdentifier(file)
      guard let readers = content.readers[id] else { return }
      content.readers[id] = readers > 1 ? readers - 1 : nil
      if readers == 1 { content.left += file.count }
    }
  }
}

/// Bytes that several may take out of one amount.
final class ByteBudget: Sendable {
  private let left: Mutex<Int>

  init(_ bytes: Int) { left = Mutex(bytes) }

  /// Takes some; false where there are not as many.
  func take(_ count: Int) -> Bool {
    left.withLock { left in
      guard left >= count else { return false }
      left -= count
      return true
    }
  }

  func give(_ count: Int) { left.withLock { $0 += count } }
}
