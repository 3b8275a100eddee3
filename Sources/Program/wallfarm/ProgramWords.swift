import Glibc
import WallfarmPluginKit

/// The words that the program was started with.
///
/// Swift looks for them beside the environment, and finds none where code that was loaded before `main`
/// has moved that with `setenv`, as libraries of LD_PRELOAD do. The kernel still has them. There is
/// always one word, the name of the program, so that none means not found.
enum ProgramWords {
  /// All after the name of the program.
  ///
  /// Only a program with Swift's library inside, as the one that is installed, has none (Swift 6.3).
  ///
  /// - Parameters:
  ///   - known: what Swift has.
  ///   - list: the kernel's file of them.
  /// - Returns: the words, none where there are none.
  /// - Throws: `arguments-unknown` where neither Swift nor the kernel has any.
  static func find(
    known: [String] = CommandLine.arguments, list: String = "/proc/self/cmdline"
  ) throws(RenderError) -> [String] {
    if !known.isEmpty { return Array(known.dropFirst()) }
    return try fromKernel(list)
  }

  /// Those that the kernel keeps in a file, each ended by a zero, empty ones too.
  static func fromKernel(_ path: String) throws(RenderError) -> [String] {
    guard let bytes = contents(of: path), !bytes.isEmpty else {
      throw RenderError(
        .argumentsUnknown, "the words of the command line cannot be found", origin: .file(path),
        hint: "mount /proc, or start wallfarm without LD_PRELOAD")
    }
    let ended = bytes.last == 0 ? bytes.dropLast() : bytes[...]
    return ended.split(separator: 0, omittingEmptySubsequences: false).dropFirst()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// All of a file, however long the command line is.
  private static func contents(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = read(file, &chunk, chunk.count)
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { return bytes }
      bytes += chunk[..<got]
    }
  }
}
