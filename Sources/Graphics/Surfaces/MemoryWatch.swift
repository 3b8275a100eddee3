internal import CAllocation
public import WallfarmPluginKit

/// Tells whether this thread was refused memory since the watch began.
///
/// FreeType and HarfBuzz go on where they get no memory, with a glyph of another weight or width, and
/// nothing else tells. Text is shaped and drawn on the thread that renders; other threads decode and
/// encode, where every refusal is an error already. Only the program `wallfarm` counts; in other
/// programs nothing is ever found.
public struct MemoryWatch {
  private let before = wallfarm_failed_allocations()

  /// Starts watching.
  public init() {}

  /// Finds whether memory was refused meanwhile.
  ///
  /// - Throws: `raster-failed`.
  public func check() throws(RenderError) {
    guard wallfarm_failed_allocations() == before else {
      throw .rasterFailed("memory ran out while the picture was made")
    }
  }
}
