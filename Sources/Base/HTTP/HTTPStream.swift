internal import Glibc
internal import Synchronization

/// A response body that is produced in pieces.
///
/// While there is no data to send, the connection is suspended and uses no thread.
public final class HTTPStream: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isEnded = false
    /// Whether the client has disconnected or the server is stopping.
    var isCut = false
    var hasMore: @Sendable () -> Void = {}
  }

  /// The result of reading bytes from a stream.
  enum Supply {
    case bytes(Int)
    case nothing
    case end
    case cut
  }

  private let state = Mutex(State())

  /// Creates an empty stream.
  public init() {}

  /// Whether the stream discards further bytes.
  public var isCut: Bool { state.withLock(\.isCut) }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) {
    let hasMore = state.withLock { state in
      if !state.isCut, !state.isEnded { state.bytes += bytes }
      return state.hasMore
    }
    hasMore()
  }

  /// Marks the end of the body.
  public func end() {
    let hasMore = state.withLock { state in
      state.isEnded = true
      return state.hasMore
    }
    hasMore()
  }

  /// Aborts the stream and discards its bytes.
  func cut() {
    state.withLock { state in
      (state.isCut, state.bytes) = (true, [])
    }
  }

  /// Sets the callback that is called when new bytes are available.
  func setHasMore(_ hasMore: @escaping @Sendable () -> Void) {
    state.withLock { $0.hasMore = hasMore }
  }

  /// Moves available bytes into a buffer.
  func take(into buffer: UnsafeMutableRawBufferPointer) -> Supply {
    state.withLock { state in
      if state.isCut { return .cut }
      guard !state.bytes.isEmpty else { return state.isEnded ? .end : .nothing }
      let count = min(buffer.count, state.bytes.count)
      buffer.copyBytes(from: state.bytes[..<count])
      state.bytes.removeFirst(count)
      return .bytes(count)
    }
  }
}
