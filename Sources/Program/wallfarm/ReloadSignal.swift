import Glibc
import Synchronization

/// Records SIGHUP, which makes the service reload its keys.
enum ReloadSignal {
  /// A signal handler can run on any thread at any time, so it may access only an atomic.
  private static let isThere = Atomic(false)

  /// Installs the handler, because the default action terminates the process.
  static func watch() {
    // Initialize the atomic here: a signal handler must not allocate.
    _ = isThere.load(ordering: .relaxed)
    signal(SIGHUP) { _ in ReloadSignal.isThere.store(true, ordering: .relaxed) }
    StopSignals.unblock([SIGHUP])
  }

  /// Returns whether a signal has arrived since the last call.
  static func take() -> Bool { isThere.exchange(false, ordering: .relaxed) }
}
