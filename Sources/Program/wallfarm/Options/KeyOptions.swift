import Arguments
import Glibc
import WallfarmCore
import WallfarmPluginKit

/// The option for the key that hashes notes in fingerprints.
enum KeyOptions {
  static let key = Option(
    "key", value: "file", completion: .files(extensions: ["key"]),
    summary: "File with the secret key for notes in fingerprints; default: your own key, created "
      + "on first use.")
  /// The environment variable that specifies the key file.
  static let variable = "WALLFARM_KEY_FILE"
}

/// Finds the key for an invocation.
struct KeyArguments {
  let invocation: Invocation

  /// Returns the key that the option or the environment variable specifies.
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

  /// Returns the specified key, or else the user's key.
  ///
  /// - Parameters:
  ///   - making: Whether to create the user's key if it is missing.
  ///   - isQuiet: Whether to suppress the message that the user's key is unusable.
  /// - Returns: The key, or `nil` if there is none; fingerprints then omit the notes.
  /// - Throws: `key-unusable` for a specified key.
  func key(making: Bool, isQuiet: Bool = false) throws(RenderError) -> KeyFile? {
    if let named = try named() { return named }
    switch KeyFile.own(making: making) {
    case .file(let file): return file
    case .none: return nil
    case .unusable(let reason):
      if !isQuiet {
        Terminal.note("\(reason.message); the fingerprint omits the notes")
      }
      return nil
    }
  }
}
