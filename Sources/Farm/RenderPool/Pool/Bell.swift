internal import CSystem
internal import Glibc
package import WallfarmPluginKit

/// A wake-up event between threads, as a descriptor for `poll` (eventfd(2)).
package final class Bell: Sendable {
  /// Readable while the bell rings.
  package let descriptor: Int32

  /// Creates a silent bell.
  ///
  /// - Throws: `worker-crashed` if no file descriptor is available.
  package init() throws(RenderError) {
    descriptor = wallfarm_bell()
    guard descriptor >= 0 else {
      throw .workersDoNotStart("has no file descriptor for events", said: nil)
    }
  }

  deinit { close(descriptor) }

  package func ring() {
    var one: UInt64 = 1
    // EAGAIN means that the counter is full, so the bell is already ringing. Retry after other
    // errors, because a thread is waiting.
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
    // A signal also ends `poll`.
    while poll(&wanted, 1, milliseconds) < 1 && milliseconds < 0 {}
  }

  /// Whether the bell rings.
  var isRinging: Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) == 1
  }
}
