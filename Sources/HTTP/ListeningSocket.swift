internal import Files
internal import Glibc
internal import Synchronization
public import WallfarmPluginKit

/// Where clients come: a port, a socket in the file system, or what systemd holds.
public enum ListeningAddress: Sendable, Hashable {
  /// A port of an address of this machine; 0 for any that is free.
  case port(host: String, Int)
  /// A socket in the file system.
  case file(String)
  /// The first socket that the process was started with (`sd_listen_fds(3)`).
  case systemd

  /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `:8080` for every address, `unix:/run/wallfarm.sock`, or
  /// `systemd`.
  ///
  /// - Throws: `invalid-parameter`.
  public init(parsing text: String, origin: Origin) throws(RenderError) {
    if text == "systemd" {
      self = .systemd
      return
    }
    if text.hasPrefix("unix:"), text.utf8.count > 5 {
      self = .file(String(text.dropFirst(5)))
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65535).contains(port)
    else { throw .noAddress(text, origin) }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard host.isEmpty || !host.contains("["), text.first == "[" || !host.contains(":") else {
      throw .noAddress(text, origin)
    }
    self = .port(host: host, port)
  }

  /// Whether only this machine can reach it.
  ///
  /// What systemd holds is up to those who wrote its unit.
  public var isLocal: Bool {
    switch self {
    case .port(let host, _):
      host == "localhost" || host == "::1" || ListeningAddress.isLoopback(host)
    case .file, .systemd: true
    }
  }

  /// 127.0.0.0/8 (RFC 1122, 3.2.1.3).
  private static func isLoopback(_ host: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
  }
}

/// A socket that listens.
public final class ListeningSocket: Sendable {
  let descriptor: Int32
  /// How a client names it, with the port that was free: `http://127.0.0.1:8080`, or `unix:/run/wallfarm.sock`.
  public let name: String
  private let file: String?
  private let isClosed = Mutex(false)

  /// Begins to listen.
  ///
  /// - Throws: `cannot-listen`.
  public init(_ address: ListeningAddress, origin: Origin) throws(RenderError) {
    switch address {
    case .port(let host, let port):
      (descriptor, name) = try ListeningSocket.listen(host, port, origin)
      file = nil
    case .file(let path):
      descriptor = try ListeningSocket.listen(file: path, origin)
      (name, file) = ("unix:\(path)", path)
    case .systemd:
      let count = getenv("LISTEN_FDS").flatMap { Int(String(cString: $0)) } ?? 0
      let isOurs = getenv("LISTEN_PID").flatMap { Int32(String(cString: $0)) } == getpid()
      guard isOurs, count >= 1 else {
        throw .cannotListen(
          "systemd", "no socket was handed over", origin, "start it with a socket unit")
      }
      // The first one is 3, and workers are not to have it.
      descriptor = 3
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      (name, file) = ("systemd", nil)
    }
  }

  deinit { close() }

  /// Ends it; clients that come then are refused, unless systemd holds it too.
  func close() {
    isClosed.withLock { isClosed in
      guard !isClosed else { return }
      isClosed = true
      // In this order: one that begins to listen in between would lose its own.
      if let file { unlink(file) }
      Glibc.close(descriptor)
    }
  }

  private static func listen(
    _ host: String, _ port: Int, _ origin: Origin
  ) throws(RenderError) -> (Int32, String) {
    let shown = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    var wish = addrinfo()
    wish.ai_socktype = Int32(SOCK_STREAM.rawValue)
    wish.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host.isEmpty ? nil : host, "\(port)", &wish, &found)
    guard status == 0, let first = found else {
      throw .cannotListen(
        shown, String(cString: gai_strerror(status)), origin, "name an address of this machine")
    }
    defer { freeaddrinfo(found) }
    // One socket takes both versions of IP where there is no host: the address of version 6 is tried first.
    var all: [addrinfo] = []
    var next: UnsafeMutablePointer<addrinfo>? = first
    while let one = next {
      all.append(one.pointee)
      next = one.pointee.ai_next
    }
    if host.isEmpty { all.sort { $0.ai_family == AF_INET6 && $1.ai_family != AF_INET6 } }
    var reason: Int32 = 0
    for one in all {
      let descriptor = socket(
        one.ai_family,
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
        0)
      guard descriptor >= 0 else {
        reason = errno
        continue
      }
      var isOn: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
      if bind(descriptor, one.ai_addr, one.ai_addrlen) == 0, Glibc.listen(descriptor, 1024) == 0 {
        let host = host.isEmpty ? "localhost" : host.contains(":") ? "[\(host)]" : host
        return (descriptor, "http://\(host):\(ListeningSocket.port(of: descriptor) ?? port)")
      }
      reason = errno
      Glibc.close(descriptor)
    }
    throw .cannotListen(
      shown, SystemError.message(reason), origin,
      reason == EADDRINUSE ? "another program listens there; name another port" : nil)
  }

  /// The port of a socket; nil where that is not known.
  private static func port(of descriptor: Int32) -> Int? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard getsockname(descriptor, address, &size) == 0 else { return nil }
        // The port is in the same place in both versions.
        return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          Int(UInt16(bigEndian: $0.pointee.sin_port))
        }
      }
    }
  }

  private static func listen(file path: String, _ origin: Origin) throws(RenderError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else {
      throw .cannotListen(
        path, "the path is longer than \(room - 1) bytes", origin, "name a shorter one")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    func call(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
    let kind =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    // What a server has left that was killed is no reason; one that answers is.
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
      let asking = socket(AF_UNIX, kind, 0)
      defer { Glibc.close(asking) }
      if call({ connect(asking, $0, $1) }) != 0, errno == ECONNREFUSED { unlink(path) }
    }
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else {
      throw .cannotListen(path, SystemError.message(errno), origin, nil)
    }
    guard call({ bind(descriptor, $0, $1) }) == 0, chmod(path, 0o660) == 0,
      Glibc.listen(descriptor, 1024) == 0
    else {
      let reason = errno
      Glibc.close(descriptor)
      throw .cannotListen(
        path, SystemError.message(reason), origin,
        reason == EADDRINUSE ? "another program listens there, or it is a file" : nil)
    }
    return descriptor
  }
}

extension RenderError {
  fileprivate static func noAddress(_ text: String, _ origin: Origin) -> RenderError {
    RenderError(
      .invalidParameter, "'\(text.prefix(80))' is no address to listen on", origin: origin,
      hint: "write it like 127.0.0.1:8080, [::1]:8080, :8080, unix:/run/wallfarm.sock or systemd")
  }

  fileprivate static func cannotListen(
    _ address: String, _ reason: String, _ origin: Origin, _ hint: String?
  ) -> RenderError {
    RenderError(
      .cannotListen, "cannot listen on '\(address)': \(reason)", origin: origin, hint: hint)
  }
}
