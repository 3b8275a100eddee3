import Glibc
import RenderFarm
import Stores
package import WallfarmPluginKit

/// Finds the command-line arguments of the process.
///
/// Swift expects the arguments next to the environment in memory, and does not find them if code
/// that ran before `main`, such as an LD_PRELOAD library, moved the environment by calling
/// `setenv`. The kernel still has the arguments. The program name is always an argument, so an
/// empty list means that Swift did not find the arguments.
package enum ProgramWords {
  /// Returns all arguments after the program name.
  ///
  /// In Swift 6.3, arguments can be missing only in a program with a statically linked Swift
  /// runtime, such as an installed program.
  ///
  /// - Parameters:
  ///   - known: The arguments that Swift found.
  ///   - list: The kernel file that contains the arguments.
  /// - Returns: The arguments after the program name; the list may be empty.
  /// - Throws: `arguments-unknown` if neither Swift nor the kernel provides the arguments.
  package static func find(
    known: [String] = CommandLine.arguments, list: String = "/proc/self/cmdline"
  ) throws(RenderError) -> [String] {
    if !known.isEmpty { return Array(known.dropFirst()) }
    return try fromKernel(list)
  }

  /// Reads zero-terminated arguments from a kernel file, including empty arguments, and drops the
  /// program name.
  package static func fromKernel(_ path: String) throws(RenderError) -> [String] {
    guard let bytes = contents(of: path), !bytes.isEmpty else {
      throw RenderError(
        .argumentsUnknown, "the command-line arguments cannot be read", origin: .file(path),
        hint: "mount /proc, or run wallfarm without LD_PRELOAD")
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

/// Redacts addresses that contain passwords, both in messages and in the process list.
enum SecretWords {
  /// Secrets and their redacted forms; `main` sets them once, before any thread starts.
  nonisolated(unsafe) private static var hidden: [(typed: String, shown: String)] = []

  /// Finds secrets in the arguments, and overwrites them in the memory that the process list shows.
  static func hide(in words: [String]) {
    let values = words.map(value)
    for value in values + [environment(FarmOptions.queueVariable)].compactMap(\.self) {
      guard let shown = shown(value) else { continue }
      hidden.append((value, shown))
      // Messages truncate long values, so redact the truncated form too.
      if value.count > 60 { hidden.append((String(value.prefix(59)), shown)) }
    }
    let secrets = values.filter { shown($0) != nil }
    if !secrets.isEmpty { ProcessWords.hide(secrets) }
  }

  /// Returns the text with every secret redacted.
  static func without(_ text: String) -> String {
    hidden.reduce(text) { $0.replacing($1.typed, with: $1.shown) }
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Returns the value of a `--option=value` argument, or the argument itself.
  private static func value(_ word: String) -> String {
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return word }
    return String(word[word.index(after: sign)...])
  }

  /// Returns the redacted form of an argument, or `nil` if it contains no secret.
  static func shown(_ word: String) -> String? {
    let small = word.lowercased()
    if small.hasPrefix("postgres:") || small.hasPrefix("postgresql:") {
      let shown = PostgresJobQueue.shown(word)
      return shown == word ? nil : shown
    }
    if small.contains("password=") || small.contains("password =") { return "PostgreSQL" }
    guard word.contains("://") else { return nil }
    let shown = StoreMessages.shown(word)
    return shown == String(word.prefix(shown.count + 1)) ? nil : shown
  }
}

/// The arguments of this process as other processes see them.
enum ProcessWords {
  /// Overwrites each secret with asterisks, except for its first characters, such as `postgres://`.
  static func hide(_ secrets: [String]) {
    guard let area = area() else { return }
    for secret in secrets.map({ Array($0.utf8) }) where secret.count <= area.count {
      for start in 0...(area.count - secret.count)
      where area[start..<start + secret.count].elementsEqual(secret) {
        let kept = min(secret.count, "postgres://".utf8.count)
        for place in start + kept..<start + secret.count { area[place] = UInt8(ascii: "*") }
      }
    }
  }

  /// Returns the memory that contains the arguments, from fields 48 and 49 of proc_pid_stat(5).
  private static func area() -> UnsafeMutableBufferPointer<UInt8>? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    // The program name may contain any character; the third field follows its closing parenthesis.
    let fields =
      String(decoding: bytes[..<count], as: UTF8.self).split(separator: ")").last?
      .split(separator: " ") ?? []
    guard fields.count > 46, let start = UInt(fields[45]), let end = UInt(fields[46]), start < end,
      end - start < 1 << 22, let pointer = UnsafeMutablePointer<UInt8>(bitPattern: start)
    else { return nil }
    return UnsafeMutableBufferPointer(start: pointer, count: Int(end - start))
  }
}
