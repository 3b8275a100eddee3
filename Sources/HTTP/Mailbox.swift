internal import CHTTP
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Messages from any thread to the thread of an event loop.
final class Mailbox: Sendable {
  enum Message: Sendable {
    /// A connection has something to go on with.
    case wake(UInt64)
    /// Cut the slow ones, as of this moment.
    case look(SuspendingClock.Instant)
    /// Accept no more clients, and say so when it is done.
    case quiesce(DispatchSemaphore)
    /// Give everyone who waits this answer, and end all other connections.
    case stop(HTTPAnswer)
    /// End the loop.
    case end
  }

  /// Rings where there is a message; less than 0 where there is no descriptor for it.
  let bell: Int32
  private let messages = Mutex<[Message]>([])

  init() { bell = wallfarm_bell_make() }

  deinit { if bell >= 0 { close(bell) } }

  func send(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    if isFirst { wallfarm_bell_ring(bell) }
  }

  /// Takes all messages out.
  func take() -> [Message] {
    wallfarm_bell_silence(bell)
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
