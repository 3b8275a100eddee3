internal import CAllocation
public import WallfarmPluginKit

/// Detects failed memory allocations, either in one thread since the watch started or in the whole
/// process.
///
/// After a failed allocation, FreeType and HarfBuzz continue with another glyph or without a font,
/// and a decoder continues with fewer colors; none of them reports the failure. Only the `wallfarm`
/// program counts failures, so failures are never detected in other programs.
public struct MemoryWatch {
  /// The threads whose allocation failures are detected.
  public enum Scope: Sendable {
    /// The rendering thread; a failure in another render in the same process does not count.
    case thread
    /// All threads since the process started.
    ///
    /// Earlier failures count because a font that was opened without enough memory stays
    /// incomplete. Failures in helper threads count because their work stays incomplete.
    case process
  }

  private let scope: Scope
  private let before: UInt64

  /// Starts watching for allocation failures.
  public init(_ scope: Scope = .thread) {
    self.scope = scope
    before = scope == .thread ? wallfarm_failed_allocations() : 0
  }

  /// Whether an allocation has ever failed in any thread of this process.
  public static var hasFailedInProcess: Bool { wallfarm_failed_allocations_of_process() > 0 }

  /// Checks whether an allocation has failed in the scope of the watch.
  ///
  /// - Throws: `raster-failed` if an allocation has failed.
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
