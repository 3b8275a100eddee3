internal import CHTTP
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Messages from any thread to the thread of an event loop.
final class Mailbox: Sendable {
  enum Message: Sendable {
    /// Wake the connection with this ID.
    case wake(UInt64)
    /// Ends the connections that are currently too slow.
    case look(SuspendingClock.Instant)
    /// Stops accepting clients, then signals the semaphore.
    case quiesce(DispatchSemaphore)
    /// Sends this answer to every pending request, and ends idle connections.
    case stop(HTTPAnswer)
    /// End the loop.
    case end
  }

  /// The eventfd that signals messages; negative if it could not be created.
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
