import Glibc
import RenderFarm
import Stores

/// Redacts addresses with passwords in the arguments, from messages and from the process list.
enum SecretWords {
  /// Secrets and their redacted forms; `main` sets this once, before any thread starts.
  nonisolated(unsafe) private static var hidden: [(typed: String, shown: String)] = []

  /// Finds secrets in the arguments and overwrites them in the memory that the kernel shows.
  static func hide(in words: [String]) {
    let values = words.map(value)
    for value in values + [environment(FarmOptions.queueVariable)].compactMap(\.self) {
      guard let shown = shown(value) else { continue }
      hidden.append((value, shown))
      // Messages truncate long values.
      if value.count > 60 { hidden.append((String(value.prefix(59)), shown)) }
    }
    let secrets = values.filter { shown($0) != nil }
    if !secrets.isEmpty { ProcessWords.hide(secrets) }
  }

  /// The text with every secret redacted.
  static func without(_ text: String) -> String {
    hidden.reduce(text) { $0.replacing($1.typed, with: $1.shown) }
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The value of a `--option=value` argument, or the argument itself.
  private static func value(_ word: String) -> String {
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return word }
    return String(word[word.index(after: sign)...])
  }

  /// The redacted form of an argument, or `nil` if it contains no secret.
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
  /// Overwrites arguments with asterisks, except for a prefix that identifies them.
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

  /// The memory of the arguments, fields 48 and 49 of proc_pid_stat(5).
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
