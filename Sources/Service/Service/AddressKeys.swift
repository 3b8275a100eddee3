internal import Digests
internal import Files
internal import WallfarmCore
public import WallfarmPluginKit

/// Keys that sign picture addresses and encrypt the stored requests that the addresses refer to.
///
/// Addresses are signed with the first key and verified with all keys. To rotate keys, put the new
/// key first, and remove the old key when its last address has expired.
public struct AddressKeys: Sendable {
  private let keys: [Key]

  /// A key with its name.
  package struct Key: Sendable {
    package let name: String
    private let secret: [UInt8]

    init(name: String, secret: String) {
      (self.name, self.secret) = (name, Array(secret.utf8))
    }

    /// Returns the HMAC-SHA-256 of a line that names the purpose (domain separation), followed by
    /// the text.
    package func code(_ purpose: String, _ text: String) -> [UInt8] {
      HMACSHA256.code(of: Array("wallfarm \(purpose)\n\(text)".utf8), key: secret)
    }
  }

  /// Creates a random key; addresses signed with it are valid until the process ends.
  public init() {
    keys = [Key(name: "0", secret: Base64.addressText(of: RandomBytes.make(32)))]
  }

  /// Reads a file with a name and a key on each line, separated by spaces; `#` starts a comment.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - origin: The source of the path, for messages.
  /// - Throws: `key-unusable`, whose message contains the line number but never a key;
  ///   `file-unreadable`.
  public init(file path: String, origin: Origin) throws(RenderError) {
    keys = try SecretLines(file: path, origin: origin).all.map {
      Key(name: $0.name, secret: $0.secret)
    }
  }

  /// The name of the key file in the storage folder.
  static let fileName = "address-keys"

  /// Reads the service's own key from the folder of the data that it encrypts, or creates it there.
  ///
  /// - Parameters:
  ///   - folder: A private folder that only this process uses.
  ///   - isNeeded: Whether stored data is encrypted with the key; if so, a missing key must not be
  ///     replaced.
  ///   - origin: The source of the path, for messages.
  /// - Throws: `store-failed`, `key-unusable`, `file-unreadable`.
  public init(keptIn folder: String, isNeeded: Bool = false, origin: Origin) throws(RenderError) {
    let path = Files.join(folder, AddressKeys.fileName)
    if !Files.exists(path) {
      guard !isNeeded else {
        throw RenderError(
          .keyUnusable, "'\(path)' is missing, but stored requests are encrypted with its keys",
          origin: origin,
          hint: "restore the file from a backup, or use --address-keys with the original keys")
      }
      let line = "own \(Base64.addressText(of: RandomBytes.make(32)))\n"
      let reason = AtomicFile.replace(path, isDurable: true, mode: 0o600) { descriptor in
        Array(line.utf8).withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
      }
      if let reason {
        throw RenderError(
          .storeFailed, "'\(path)' cannot be written: \(reason)", origin: origin,
          hint: "check the free space and permissions there")
      }
    }
    do throws(PrivateFiles.Refusal) {
      try PrivateFiles.check(path)
    } catch {
      throw RenderError(
        .keyUnusable, "'\(path)' cannot be used: \(error.reason)", origin: origin, hint: error.hint)
    }
    try self.init(file: path, origin: origin)
  }

  /// Creates keys from names and secrets, for tests.
  package init(_ pairs: [(String, String)]) { keys = pairs.map { Key(name: $0.0, secret: $0.1) } }

  /// The signing key.
  package var first: Key { keys.first ?? Key(name: "", secret: "") }

  /// All keys, signing key first.
  var all: [Key] { keys }

  /// Returns the key with the given name, or `nil`.
  package subscript(name: String) -> Key? { keys.first { $0.name == name } }
}
