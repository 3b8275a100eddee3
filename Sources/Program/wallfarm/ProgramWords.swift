import Glibc
import WallfarmPluginKit

/// The command-line arguments of the process.
///
/// Swift locates them next to the environment, and finds none if code that ran before `main` moved
/// the environment with `setenv`, as LD_PRELOAD libraries do. The kernel still has them. There is
/// always at least one argument, the program name, so an empty list means not found.
enum ProgramWords {
  /// All arguments after the program name.
  ///
  /// Only a program with a statically linked Swift runtime, such as the installed one, loses them
  /// (Swift 6.3).
  ///
  /// - Parameters:
  ///   - known: The arguments that Swift found.
  ///   - list: The kernel's file of arguments.
  /// - Returns: The arguments, possibly none.
  /// - Throws: `arguments-unknown` if neither Swift nor the kernel has any.
  static func find(
    known: [String] = CommandLine.arguments, list: String = "/proc/self/cmdline"
  ) throws(RenderError) -> [String] {
    if !known.isEmpty { return Array(known.dropFirst()) }
    return try fromKernel(list)
  }

  /// Arguments from a file of the kernel, each terminated by a zero byte; empty ones are kept.
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

  /// Reads a whole file of unknown length.
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
