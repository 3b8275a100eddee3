internal import CAllocation
public import WallfarmPluginKit

/// Tells whether memory was refused since the watch began.
///
/// FreeType and HarfBuzz go on where they get no memory, with a glyph of another weight or width, with a
/// font that is missing from then on; a decoder goes on with fewer colours. Nothing else tells. Only the
/// program `wallfarm` counts; in other programs nothing is ever found.
public struct MemoryWatch {
  /// Whose requests count.
  public enum Scope: Sendable {
    /// Those of the thread that renders: others of the process render too, and a photo that is too large
    /// for one of them is nothing to this one.
    case thread
    /// Those of all threads since the process began: fonts that were opened without memory stay as they
    /// are, and so do the threads that help with one picture.
    case process
  }

  private let scope: Scope
  private let before: UInt64

  /// Starts watching.
  public init(_ scope: Scope = .thread) {
    self.scope = scope
    before = scope == .thread ? wallfarm_failed_allocations() : 0
  }

  /// Whether a thread of this process was ever refused memory.
  public static var hasFailedInProcess: Bool { wallfarm_failed_allocations_of_process() > 0 }

  /// Finds whether memory was refused meanwhile.
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

  /// What a picture fails with that was made while memory was refused.
  public static var refused: RenderError {
    .rasterFailed("memory ran out while the picture was made")
  }
}
