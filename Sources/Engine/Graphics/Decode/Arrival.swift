internal import Glibc
import WallfarmPluginKit

/// The progress of a photo that is being decoded on another thread.
///
/// `@unchecked Sendable`: the mutex guards all mutable state. It is a pthread mutex because the
/// `Synchronization` module has no condition variable.
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

  /// Reports that the pixel memory is allocated.
  func begin() { change { hasBegun = true } }

  /// Reports that the first `count` rows are decoded.
  func advance(to count: Int) { change { rows = count } }

  /// Reports that decoding has ended, with an optional decoder warning or an error.
  func finish(_ outcome: Result<String?, RenderError>) { change { self.outcome = outcome } }

  /// Waits until the pixel memory is allocated or decoding has ended.
  func waitForBeginning() { wait { hasBegun } }

  /// Waits until the first `count` rows are decoded or decoding has ended.
  func wait(forRows count: Int) { wait { rows >= count } }

  /// Waits until decoding has ended.
  func waitForEnd() { wait { false } }

  /// Waits until decoding has ended; returns the decoder's warning or throws its error.
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
