import Fetching
import Glibc

/// A TCP connection to a permitted address of a host.
///
/// The program connects to the address that it checked and does not resolve the name again, which
/// prevents DNS rebinding.
struct Connection {
  let socket: Int32
  let address: NetworkAddress

  /// The reason why the connection failed.
  struct Failure: Error {
    let kind: FetchOutcome.Failure
    let reason: String
  }

  /// Resolves a host and connects to the first allowed address that responds.
  init(to order: FetchOrder, by deadline: SuspendingClock.Instant) throws(Failure) {
    let networks = order.networks.compactMap(NetworkBlock.init)
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(order.address.host, "\(order.address.port)", &hints, &found)
    guard status == 0 else {
      throw Failure(kind: .unknown, reason: String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(found) }
    var failure = Failure(kind: .closed, reason: "it has no public address")
    for one in sequence(first: found, next: { $0?.pointee.ai_next }) {
      guard let one, let target = one.pointee.ai_addr, let address = NetworkAddress(target),
        address.isPublic || networks.contains(where: { $0.contains(address) })
      else { continue }
      // If an address does not respond within 3 s, try the next one.
      let left = deadline - SuspendingClock().now
      let patience = one.pointee.ai_next == nil ? left : min(left, .seconds(3))
      switch Connection.connect(target, one.pointee.ai_addrlen, within: patience) {
      case .success(let socket):
        (self.socket, self.address) = (socket, address)
        return
      case .failure(let reason): failure = reason
      }
    }
    throw failure
  }

  private static func connect(
    _ target: UnsafeMutablePointer<sockaddr>, _ length: socklen_t, within time: Duration
  ) -> Result<Int32, Failure> {
    func failed(_ number: Int32) -> Result<Int32, Failure> {
      .failure(
        Failure(
          kind: number == ETIMEDOUT ? .late : .silent, reason: String(cString: strerror(number))))
    }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(Int32(target.pointee.sa_family), kind, 0)
    guard socket >= 0 else { return failed(errno) }
    var number: Int32 = 0
    if Glibc.connect(socket, target, length) != 0 {
      number = errno
      if number == EINPROGRESS {
        var event = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        var size = socklen_t(MemoryLayout<Int32>.size)
        number =
          poll(&event, 1, Int32(max(.zero, time) / .milliseconds(1))) == 1
            && getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &size) == 0 ? number : ETIMEDOUT
      }
    }
    guard number == 0 else {
      close(socket)
      return failed(number)
    }
    return .success(socket)
  }
}
