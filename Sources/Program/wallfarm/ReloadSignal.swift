import Glibc
import Synchronization

/// Records SIGHUP, which makes a service reload its keys.
enum ReloadSignal {
  /// A signal handler can run on any thread at any time, so it may touch only an atomic.
  private static let isThere = Atomic(false)

  /// Installs the handler to replace the default action, which ends the process.
  static func watch() {
    // Initialize the atomic here: a signal handler must not allocate.
    _ = isThere.load(ordering: .relaxed)
    signal(SIGHUP) { _ in ReloadSignal.isThere.store(true, ordering: .relaxed) }
    StopSignals.unblock([SIGHUP])
  }

  /// Whether a signal arrived since the last call.
  static func take() -> Bool { isThere.exchange(false, ordering: .relaxed) }
}
