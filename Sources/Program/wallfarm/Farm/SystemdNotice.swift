import Glibc

/// Tells systemd how a service is, where it asks to be told (sd_notify(3)).
struct SystemdNotice {
  private let clock = SuspendingClock()
  private var told: SuspendingClock.Instant?
  private var hasSaidStopping = false

  /// It works from now on.
  mutating func ready() {
    SystemdNotice.send("READY=1")
    told = clock.now
  }

  /// A sign of life every second, and once that it ends.
  mutating func tick(isStopping: Bool) {
    if isStopping, !hasSaidStopping {
      hasSaidStopping = true
      SystemdNotice.send("STOPPING=1")
    }
    if let told, clock.now - told < .seconds(1) { return }
    told = clock.now
    SystemdNotice.send("WATCHDOG=1")
  }

  /// Nothing is sent where systemd has not started this program, or does not listen just now.
  private static func send(_ text: String) {
    guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), path.count > 1 else {
      return
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    // A name that is no file is written with an at sign in the place of its zero.
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
