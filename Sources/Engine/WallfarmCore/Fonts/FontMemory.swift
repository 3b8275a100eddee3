internal import Files
internal import Glibc
internal import Synchronization
import WallfarmPluginKit

/// A copy of a font file in memory, which C libraries open by path.
///
/// The copy cannot change while the font is in use, and a fenced process can open it although it
/// cannot open the file itself.
final class FontMemory: Sendable {
  /// The path of the copy.
  ///
  /// cairo caches faces by path, even after their font map is released. The system reuses the
  /// numbers of descriptors, so the number of `./` components makes each path unique.
  let path: String
  private let descriptor: Int32
  private static let count = Atomic(0)
  /// The number of different paths for a descriptor, which limits the length of a path; cairo
  /// keeps fewer unused faces.
  private static let mostSteps = 1000

  /// Copies the bytes of a font file.
  ///
  /// - Throws: `input-failed` if there is not enough memory.
  init(_ bytes: [UInt8]) throws(RenderError) {
    descriptor = try Files.inMemory("wallfarm font")
    let number = FontMemory.count.wrappingAdd(1, ordering: .relaxed).newValue
    path =
      "/proc/self/fd/" + String(repeating: "./", count: number % FontMemory.mostSteps)
      + "\(descriptor)"
    if let reason = bytes.withUnsafeBytes({ AtomicFile.writeAll($0, to: descriptor) }) {
      throw RenderError(
        .inputFailed, "the font cannot be copied to memory: \(reason)",
        hint: "check the free memory")
    }
  }

  deinit { close(descriptor) }
}
