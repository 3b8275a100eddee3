internal import CAllocation
public import WallfarmPluginKit

/// Detects allocation failures that occurred after the watch started.
///
/// FreeType and HarfBuzz continue after a failed allocation with another glyph or without a font,
/// and a decoder continues with fewer colors; this is not reported otherwise. Only the program
/// `wallfarm` counts failures; in other programs, failures are never detected.
public struct MemoryWatch {
  /// The threads whose failures count.
  public enum Scope: Sendable {
    /// The rendering thread; a failure of another render in the process does not affect this one.
    case thread
    /// All threads since the process started; a font opened without memory stays incomplete, as
    /// does the work of helper threads.
    case process
  }

  private let scope: Scope
  private let before: UInt64

  /// Starts watching.
  public init(_ scope: Scope = .thread) {
    self.scope = scope
    before = scope == .thread ? wallfarm_failed_allocations() : 0
  }

  /// Whether any thread of this process ever failed to allocate.
  public static var hasFailedInProcess: Bool { wallfarm_failed_allocations_of_process() > 0 }

  /// Checks whether allocations have failed since the watch started.
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

  /// The error of a picture that was made while memory ran out.
  public static var refused: RenderError {
    .rasterFailed("memory ran out during the render")
  }
}
