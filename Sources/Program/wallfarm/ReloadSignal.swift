import Glibc
import Synchronization

/// Notices SIGHUP, which tells a service to read its keys again.
enum ReloadSignal {
  /// A signal may come on any thread at any moment: only an atomic may be touched then.
  private static let isThere = Atomic(false)

  /// Begins to notice it, in the place of ending the program.
  static func watch() {
    // Made here, because a signal handler may not make anything.
    _ = isThere.load(ordering: .relaxed)
    signal(SIGHUP) { _ in ReloadSignal.isThere.store(true, ordering: .relaxed) }
  }

  /// Whether there was one since the last time.
  static func take() -> Bool { isThere.exchange(false, ordering: .relaxed) }
}
