internal import Glibc
internal import Synchronization

/// The body of an answer that comes bit by bit.
///
/// Its connection is put aside while there is nothing to send, which costs no thread.
public final class HTTPStream: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isEnded = false
    /// Whether its client is gone, or everything ends.
    var isCut = false
    var hasMore: @Sendable () -> Void = {}
  }

  /// What there is to send.
  enum Supply {
    case bytes(Int)
    case nothing
    case end
    case cut
  }

  private let state = Mutex(State())

  /// Begins an empty one.
  public init() {}

  /// Whether nobody takes any more of it.
  public var isCut: Bool { state.withLock(\.isCut) }

  /// Adds bytes.
  public func write(_ bytes: [UInt8]) {
    let hasMore = state.withLock { state in
      if !state.isCut, !state.isEnded { state.bytes += bytes }
      return state.hasMore
    }
    hasMore()
  }

  /// Says that this was all.
  public func end() {
    let hasMore = state.withLock { state in
      state.isEnded = true
      return state.hasMore
    }
    hasMore()
  }

  /// Ends it where it is.
  func cut() {
    state.withLock { state in
      (state.isCut, state.bytes) = (true, [])
    }
  }

  /// Hears when there is more.
  func hear(_ hasMore: @escaping @Sendable () -> Void) { state.withLock { $0.hasMore = hasMore } }

  /// Moves as much as there is into a buffer.
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
