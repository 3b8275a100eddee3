internal import CSystem
internal import Glibc
package import WallfarmPluginKit

/// An event that wakes another thread; its descriptor works with `poll` (eventfd(2)).
package final class Bell: Sendable {
  /// The file descriptor, which is readable while the bell rings.
  package let descriptor: Int32

  /// Creates a silent bell.
  ///
  /// - Throws: `worker-crashed` if no file descriptor is available.
  package init() throws(RenderError) {
    descriptor = wallfarm_bell()
    guard descriptor >= 0 else {
      throw .workersDoNotStart(
        "cannot be started: no file descriptor is available for events", said: nil)
    }
  }

  deinit { close(descriptor) }

  package func ring() {
    var one: UInt64 = 1
    // EAGAIN means that the counter is full, so the bell is already ringing. Retry after other
    // errors, because another thread is waiting for the bell.
    while write(descriptor, &one, 8) < 0 && errno != EAGAIN {}
  }

  package func silence() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }

  /// Waits until the bell rings.
  ///
  /// - Parameter milliseconds: Maximum time in milliseconds; -1 for no limit.
  package func wait(_ milliseconds: Int32) {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // A signal also ends `poll`, so repeat the call if the wait has no limit.
    while poll(&wanted, 1, milliseconds) < 1 && milliseconds < 0 {}
  }

  /// Whether the bell rings.
  var isRinging: Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) == 1
  }
}
