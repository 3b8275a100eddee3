import Glibc

/// Sends the state of the service to systemd if NOTIFY_SOCKET is set (sd_notify(3)).
struct SystemdNotice {
  private let clock = SuspendingClock()
  private var lastMessage: SuspendingClock.Instant?
  private var hasSaidStopping = false

  /// Reports that the service is ready.
  mutating func ready() {
    SystemdNotice.send("READY=1")
    lastMessage = clock.now
  }

  /// Sends a watchdog message at most once per second, and one stop message when the service stops.
  mutating func tick(isStopping: Bool) {
    if isStopping, !hasSaidStopping {
      hasSaidStopping = true
      SystemdNotice.send("STOPPING=1")
    }
    if let lastMessage, clock.now - lastMessage < .seconds(1) { return }
    lastMessage = clock.now
    SystemdNotice.send("WATCHDOG=1")
  }

  /// Sends a message without blocking; does nothing if systemd is not listening.
  private static func send(_ text: String) {
    guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), path.count > 1 else {
      return
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    // The address of an abstract socket starts with an at sign in NOTIFY_SOCKET, but with a zero
    // byte in the system call.
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return }
    defer { close(socket) }
    let length = MemoryLayout<sa_family_t>.size + bytes.count
    withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = sendto(
          socket, text, text.utf8.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), address,
          socklen_t(length))
      }
    }
  }
}
