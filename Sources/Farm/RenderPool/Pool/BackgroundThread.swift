package import Dispatch
internal import Glibc

/// A thread of its own for work that waits, or that has to stay on one thread.
package enum BackgroundThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that ends with the body, and takes no signals: those are for the program's own.
  ///
  /// A pipe without a reader is an error of its write there, and nothing of the process is changed for that.
  ///
  /// - Returns: 0, or the number of the error that there is none for.
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

  /// Starts a thread for something that may wait for a network, or puts it on a queue where none can be had.
  ///
  /// A queue alone has no more threads than the machine has cores, and what waits would keep others from theirs.
  package static func start(orOn queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    if start(body) != 0 { queue.async(execute: body) }
  }
}
