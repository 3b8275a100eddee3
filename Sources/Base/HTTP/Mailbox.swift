internal import CHTTP
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Messages that any thread sends to the thread of an event loop.
final class Mailbox: Sendable {
  enum Message: Sendable {
    /// Wake the connection with this ID.
    case wake(UInt64)
    /// Close the connections that are currently too slow.
    case look(SuspendingClock.Instant)
    /// Stop accepting clients, then signal the semaphore.
    case quiesce(DispatchSemaphore)
    /// Send this response to every pending request, and close idle connections.
    case stop(HTTPAnswer)
    /// End the loop.
    case end
  }

  /// The eventfd that signals messages, or a negative number if it could not be created.
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

  /// Removes and returns all messages.
  func take() -> [Message] {
    wallfarm_bell_silence(bell)
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
