import Arguments
import Glibc
import WallfarmCore
import WallfarmPluginKit

/// What names the key that notes enter fingerprints with.
enum KeyOptions {
  static let key = Option(
    "key", value: "file", completion: .files(extensions: ["key"]),
    summary: "Secret for the notes in fingerprints; default: your own, made once.")
  /// The same, for programs that give it to all.
  static let variable = "WALLFARM_KEY_FILE"
}

/// Finds the key of a call.
struct KeyArguments {
  let invocation: Invocation

  /// The key that was named, by option or variable.
  ///
  /// - Throws: `key-unusable`.
  func named() throws(RenderError) -> KeyFile? {
    if let path = invocation.value(of: KeyOptions.key) {
      return try KeyFile(given: path, origin: .option(KeyOptions.key.long))
    }
    guard let path = getenv(KeyOptions.variable).map({ String(cString: $0) }), !path.isEmpty else {
      return nil
    }
    return try KeyFile(given: path, origin: .environment(KeyOptions.variable))
  }

  /// The key that was named, else the user's own.
  ///
  /// - Parameters:
  ///   - making: whether the user gets one where there is none.
  ///   - isQuiet: whether nothing is said of one that is there and cannot be used.
  /// - Returns: nil where none can be had, which costs nothing but the notes in the fingerprint.
  /// - Throws: `key-unusable` for one that was named.
  func key(making: Bool, isQuiet: Bool = false) throws(RenderError) -> KeyFile? {
    if let named = try named() { return named }
    switch KeyFile.own(making: making) {
    case .file(let file): return file
    case .none: return nil
    case .unusable(let reason):
      if !isQuiet {
        Terminal.note("\(reason.message); the fingerprint is made without the notes")
      }
      return nil
    }
  }
}
