internal import CAllocation
public import WallfarmPluginKit

/// Detects allocation failures that occurred after the watch started.
///
/// After a failed allocation, FreeType and HarfBuzz continue with another glyph or without a font,
/// and a decoder continues with fewer colors; none of them reports the failure. Only the program
/// `wallfarm` counts failures, so in other programs, failures are never detected.
public struct MemoryWatch {
  /// The threads whose allocation failures are detected.
  public enum Scope: Sendable {
    /// The rendering thread; a failure in another render of the same process does not count.
    case thread
    /// All threads since the process started, because a font that was opened without enough memory
    /// stays incomplete, and so does the work of helper threads.
    case process
  }

  private let scope: Scope
  private let before: UInt64

  /// Starts to watch for allocation failures.
  public init(_ scope: Scope = .thread) {
    self.scope = scope
    before = scope == .thread ? wallfarm_failed_allocations() : 0
  }

  /// Whether an allocation has ever failed in any thread of this process.
  public static var hasFailedInProcess: Bool { wallfarm_failed_allocations_of_process() > 0 }

  /// Checks whether an allocation has failed since the watch started.
  ///
  /// - Throws: `raster-failed`.
  public func check() throws(RenderError) {
    let isRefused =
      switch scope {
      case .thread: wallfarm_failed_allocations() != before
      case .process: MemoryWatch.hasFailedInProcess
      }
    guard !isRefused else { throw MemoryWatch.refused }
  }

  /// The error for a picture that was drawn while memory was exhausted.
  public static var refused: RenderError {
    .rasterFailed("memory ran out during the render")
  }
}
