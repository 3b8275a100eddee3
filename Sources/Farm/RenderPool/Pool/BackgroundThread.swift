package import Dispatch
internal import Glibc

/// Dedicated threads for blocking work and for work that must stay on one thread.
package enum BackgroundThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs the body with all signals blocked.
  ///
  /// A write to a pipe without a reader then returns an error instead of ending the process, and
  /// the signal handling of the process stays unchanged.
  ///
  /// - Returns: 0, or an error number.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { raw in
        guard let raw else { return nil }
        Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      return status
    }
    pthread_detach(thread)
    return 0
  }

  /// Runs blocking network work on a new thread, or on a dispatch queue if no thread can be
  /// created.
  ///
  /// A dispatch queue has only as many threads as the machine has cores, so blocking work would
  /// starve other work.
  package static func start(orOn queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    if start(body) != 0 { queue.async(execute: body) }
  }
}
