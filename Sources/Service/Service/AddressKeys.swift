internal import Digests
internal import Files
internal import WallfarmCore
public import WallfarmPluginKit

/// Keys that addresses of pictures are signed with, and that what stands behind an address is sealed with.
///
/// The first one signs. All of them are believed, so that one can be replaced: the new one goes in front, and the old
/// one away when the last of its addresses has ended.
public struct AddressKeys: Sendable {
  private let keys: [Key]

  /// One of them.
  struct Key: Sendable {
    let name: String
    private let secret: [UInt8]

    init(name: String, secret: String) {
      (self.name, self.secret) = (name, Array(secret.utf8))
    }

    /// HMAC-SHA-256 of a text; its first line keeps the codes of one purpose apart from those of another.
    func code(_ purpose: String, _ text: String) -> [UInt8] {
      HMACSHA256.code(of: Array("wallfarm \(purpose)\n\(text)".utf8), key: secret)
    }
  }

  /// One that ends with the process, and the addresses with it.
  public init() {
    keys = [Key(name: "0", secret: Base64.addressText(of: RandomBytes.make(32)))]
  }

  /// Reads a file with a name and a key on each line, blanks between them; `#` begins a remark.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - origin: what named it, for messages.
  /// - Throws: `key-unusable`, with the number of the line and never with a key; `file-unreadable`.
  public init(file path: String, origin: Origin) throws(RenderError) {
    keys = try SecretLines(file: path, origin: origin).all.map {
      Key(name: $0.name, secret: $0.secret)
    }
  }

  /// Its file in the folder of what is kept.
  static let fileName = "address-keys"

  /// One of the service's own, made once and kept beside what it seals.
  ///
  /// - Parameters:
  ///   - folder: a private folder that this process alone uses.
  ///   - isNeeded: whether something is sealed with it, so that another one would open nothing.
  ///   - origin: what named it, for messages.
  /// - Throws: `store-failed`, `key-unusable`, `file-unreadable`.
  public init(keptIn folder: String, isNeeded: Bool = false, origin: Origin) throws(RenderError) {
    let path = Files.join(folder, AddressKeys.fileName)
    if !Files.exists(path) {
      guard !isNeeded else {
        throw RenderError(
          .keyUnusable, "'\(path)' is missing, and requests are kept that are sealed with it",
          origin: origin,
          hint: "put it back from a copy, or name the keys of then with --address-keys")
      }
      let line = "own \(Base64.addressText(of: RandomBytes.make(32)))\n"
      let reason = AtomicFile.replace(path, isDurable: true, mode: 0o600) { descriptor in
        Array(line.utf8).withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
      }
      if let reason {
        throw RenderError(
          .storeFailed, "'\(path)' cannot be written: \(reason)", origin: origin,
          hint: "see to room and permissions there")
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

  /// For tests: names and secrets.
  init(_ pairs: [(String, String)]) { keys = pairs.map { Key(name: $0.0, secret: $0.1) } }

  /// The one that signs.
  var first: Key { keys.first ?? Key(name: "", secret: "") }

  /// All of them; the first one signs.
  var all: [Key] { keys }

  /// One by its name.
  subscript(name: String) -> Key? { keys.first { $0.name == name } }
}
