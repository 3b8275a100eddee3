internal import CSystem
internal import Glibc
package import WallfarmPluginKit

/// Something that one thread waits for and others ring, as a descriptor that `poll` knows (eventfd(2)).
package final class Bell: Sendable {
  /// Can be read from while it rings.
  package let descriptor: Int32

  /// - Throws: `worker-crashed` where there is no descriptor left.
  package init() throws(RenderError) {
    descriptor = wallfarm_bell()
    guard descriptor >= 0 else {
      throw .workersDoNotStart("has no descriptor that it could be waited for with", said: nil)
    }
  }

  deinit { close(descriptor) }

  package func ring() {
    var one: UInt64 = 1
    // Full, it rings already; whatever else may be in the way, somebody waits for it.
    while write(descriptor, &one, 8) < 0 && errno != EAGAIN {}
  }

  package func silence() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }

  /// Waits until it rings.
  ///
  /// - Parameter milliseconds: for how long at most; -1 for as long as it takes.
  package func wait(_ milliseconds: Int32) {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // A signal ends the wait too.
    while poll(&wanted, 1, milliseconds) < 1 && milliseconds < 0 {}
  }

  /// Whether it rings.
  var isRinging: Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) == 1
  }
}
