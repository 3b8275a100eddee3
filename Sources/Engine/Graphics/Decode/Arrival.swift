internal import Glibc
import WallfarmPluginKit

/// How far another thread has come with decoding a photo.
///
/// Unchecked, because its lock guards everything that changes. A lock of pthreads, because
/// `Synchronization` has none to wait on.
final class Arrival: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var hasBegun = false
  private var rows = 0
  private var outcome: Result<String?, RenderError>?

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// There is memory for the pixels now.
  func begin() { change { hasBegun = true } }

  /// The first `count` rows are done.
  func advance(to count: Int) { change { rows = count } }

  /// Nothing more will come: a warning of the decoder, nothing to say, or a failure.
  func finish(_ outcome: Result<String?, RenderError>) { change { self.outcome = outcome } }

  /// Returns once there is memory, or nothing will come.
  func waitForBeginning() { wait { hasBegun } }

  /// Returns once the first `count` rows are done, or nothing more will come.
  func wait(forRows count: Int) { wait { rows >= count } }

  /// Returns once nothing more will come.
  func waitForEnd() { wait { false } }

  /// What the decoder said at the end.
  func result() throws(RenderError) -> String? {
    waitForEnd()
    guard let outcome else { preconditionFailure("an arrival ended without an outcome") }
    return try outcome.get()
  }

  private func change(_ body: () -> Void) {
    pthread_mutex_lock(mutex)
    body()
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  private func wait(until isReady: () -> Bool) {
    pthread_mutex_lock(mutex)
    while outcome == nil && !isReady() { pthread_cond_wait(changed, mutex) }
    pthread_mutex_unlock(mutex)
  }
}
