public import Diagnostics
internal import Files
internal import Glibc
internal import Synchronization

/// The address of a listener: a TCP port, a Unix domain socket, or a socket passed by systemd.
public enum ListeningAddress: Sendable, Hashable {
  /// A TCP port; 0 selects a free port.
  case port(host: String, Int)
  /// The path of a Unix domain socket.
  case file(String)
  /// The first socket passed by systemd (sd_listen_fds(3)).
  case systemd

  /// Parses `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `:8080` for all interfaces,
  /// `unix:/run/wallfarm.sock`, or `systemd`.
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

  /// Whether the address cannot be reached from other machines.
  ///
  /// `systemd` is treated as local, because the unit file determines the address.
  public var isLocal: Bool {
    switch self {
    case .port(let host, _):
      host == "localhost" || host == "::1" || ListeningAddress.isLoopback(host)
    case .file, .systemd: true
    }
  }

  /// The descriptor of the first socket passed by systemd (sd_listen_fds(3)).
  static let handedOver: Int32 = 3

  /// For `systemd`, the address of the socket that systemd passed, if it passed one; otherwise,
  /// `self`.
  ///
  /// This address determines whether the rules for remote clients apply.
  public var resolved: ListeningAddress {
    guard self == .systemd, let pid = getenv("LISTEN_PID"), Int32(String(cString: pid)) == getpid()
    else { return self }
    return ListeningAddress(of: ListeningAddress.handedOver) ?? self
  }

  /// Reads the address of a socket; an unknown address family is treated as reachable from other
  /// machines.
  ///
  /// - Returns: nil if the descriptor is not a socket.
  init?(of descriptor: Int32) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard status == 0 else { return nil }
    if Int32(storage.ss_family) == AF_UNIX {
      self = .file("")
      return
    }
    let port = withUnsafeBytes(of: &storage) {
      UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))
    }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    // The address follows the port (IPv4), or the port and the flow label (IPv6).
    let family = Int32(storage.ss_family)
    let start = family == AF_INET6 ? 8 : 4
    let room = socklen_t(text.count)
    let isRead = withUnsafeBytes(of: &storage) { bytes in
      inet_ntop(family, bytes.baseAddress.map { $0 + start }, &text, room) != nil
    }
    let host = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self = .port(host: isRead ? host : "", Int(port))
  }

  /// Whether an address is in 127.0.0.0/8 (RFC 1122, 3.2.1.3).
  private static func isLoopback(_ host: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
  }
}

/// A listening socket.
public final class ListeningSocket: Sendable {
  let descriptor: Int32
  /// The URL with the actual port (`http://127.0.0.1:8080`), the socket file
  /// (`unix:/run/wallfarm.sock`), or `systemd`.
  public let name: String
  private let file: String?
  private let isClosed = Mutex(false)

  /// Creates the socket and starts listening.
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
          "systemd", "systemd did not pass a socket", origin,
          "start the service with a socket unit")
      }
      // Close-on-exec prevents worker processes from inheriting the socket.
      descriptor = ListeningAddress.handedOver
      guard ListeningSocket.listens(descriptor) else {
        throw .cannotListen(
          "systemd", "the descriptor that systemd passed is not a listening socket", origin,
          "set ListenStream= in the socket unit, and do not set Accept=")
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      (name, file) = ("systemd", nil)
    }
  }

  deinit { close() }

  /// Whether a descriptor is a listening stream socket.
  private static func listens(_ descriptor: Int32) -> Bool {
    func option(_ name: Int32) -> Int32 {
      var (value, size): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
      return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : 0
    }
    return option(SO_ACCEPTCONN) != 0 && option(SO_TYPE) == Int32(SOCK_STREAM.rawValue)
  }

  /// Checks, without accepting clients, whether the service can listen on an address.
  ///
  /// An address that is in use is accepted, because the service itself may be listening there.
  ///
  /// - Throws: `cannot-listen`.
  public static func check(_ address: ListeningAddress, origin: Origin) throws(RenderError) {
    switch address {
    case .systemd: break
    case .port(let host, let port): _ = try bind(host, port, origin, isTried: true)
    case .file(let path): try check(file: path, origin)
    }
  }

  private static func check(file path: String, _ origin: Origin) throws(RenderError) {
    try checkLength(of: path, origin)
    let folder = Files.folder(of: path)
    guard Files.isFolder(folder), access(folder, W_OK | X_OK) == 0 else {
      let reason = Files.isFolder(folder) ? EACCES : Files.exists(folder) ? ENOTDIR : ENOENT
      throw .cannotListen(
        path, SystemError.message(reason), origin,
        "check that the folder '\(folder)' exists and is writable")
    }
    if let kind = EntryKind(at: path), kind != .socket {
      throw .cannotListen(path, "it is \(kind.words)", origin, "choose another path")
    }
  }

  /// Closes the socket; new clients are rejected, unless systemd also holds the socket.
  package func close() {
    isClosed.withLock { isClosed in
      guard !isClosed else { return }
      isClosed = true
      // Remove the file first, because a new server could create its own file between the two
      // calls.
      if let file { unlink(file) }
      Glibc.close(descriptor)
    }
  }

  private static func listen(
    _ host: String, _ port: Int, _ origin: Origin
  ) throws(RenderError) -> (Int32, String) {
    let descriptor = try bind(host, port, origin, isTried: false)
    let shown = host.isEmpty ? "localhost" : host.contains(":") ? "[\(host)]" : host
    return (descriptor, "http://\(shown):\(ListeningSocket.port(of: descriptor) ?? port)")
  }

  /// Listens on a port; if `isTried` is true, only tests whether listening is possible, and returns
  /// -1.
  private static func bind(
    _ host: String, _ port: Int, _ origin: Origin, isTried: Bool
  ) throws(RenderError) -> Int32 {
    let shown = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    var wish = addrinfo()
    wish.ai_socktype = Int32(SOCK_STREAM.rawValue)
    wish.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host.isEmpty ? nil : host, "\(port)", &wish, &found)
    guard status == 0, let first = found else {
      throw .cannotListen(
        shown, String(cString: gai_strerror(status)), origin,
        "use an address that belongs to this machine")
    }
    defer { freeaddrinfo(found) }
    // Without a host, a single IPv6 socket accepts both IP versions, so try IPv6 first.
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
      let isBound = Glibc.bind(descriptor, one.ai_addr, one.ai_addrlen) == 0
      if isBound, !isTried, Glibc.listen(descriptor, 1024) == 0 { return descriptor }
      reason = errno
      Glibc.close(descriptor)
      if isTried, isBound || reason == EADDRINUSE { return -1 }
    }
    throw .cannotListen(
      shown, SystemError.message(reason), origin,
      reason == EADDRINUSE ? "another program uses this port; choose another port" : nil)
  }

  /// The local port of a socket, or nil if it is unknown.
  private static func port(of descriptor: Int32) -> Int? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard getsockname(descriptor, address, &size) == 0 else { return nil }
        // The port has the same offset in IPv4 and IPv6 addresses.
        return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          Int(UInt16(bigEndian: $0.pointee.sin_port))
        }
      }
    }
  }

  private static func checkLength(of path: String, _ origin: Origin) throws(RenderError) {
    let room = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    guard path.utf8.count < room else {
      throw .cannotListen(
        path, "the path is longer than \(room - 1) bytes", origin, "choose a shorter path")
    }
  }

  private static func listen(file path: String, _ origin: Origin) throws(RenderError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try checkLength(of: path, origin)
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
    // A socket file without a listener was left behind by a server that was killed, so remove the
    // file.
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
    guard call({ Glibc.bind(descriptor, $0, $1) }) == 0, chmod(path, 0o660) == 0,
      Glibc.listen(descriptor, 1024) == 0
    else {
      let reason = errno
      Glibc.close(descriptor)
      throw .cannotListen(
        path, SystemError.message(reason), origin,
        reason == EADDRINUSE
          ? "another program is already listening there, or the path is a regular file" : nil)
    }
    return descriptor
  }
}

extension RenderError {
  fileprivate static func noAddress(_ text: String, _ origin: Origin) -> RenderError {
    RenderError(
      .invalidParameter, "'\(text.prefix(80))' is not a listening address", origin: origin,
      hint: "write systemd, or an address such as 127.0.0.1:8080, [::1]:8080, :8080 or "
        + "unix:/run/wallfarm.sock")
  }

  fileprivate static func cannotListen(
    _ address: String, _ reason: String, _ origin: Origin, _ hint: String?
  ) -> RenderError {
    RenderError(
      .cannotListen, "cannot listen on '\(address)': \(reason)", origin: origin, hint: hint)
  }
}
