internal import CSystem
internal import Digests
internal import Files
internal import Glibc
public import WallfarmPluginKit

/// The bytes of an input that is embedded in an order, such as an uploaded photo or an unsaved
/// theme.
///
/// A digest identifies the bytes. They are kept in a sealed memory file, which any number of orders
/// can share.
public final class HeldInput: Sendable {
  /// SHA-256 of the bytes, in hexadecimal.
  public let digest: String
  /// Size in bytes.
  public let count: Int
  private let descriptor: Int32

  /// The name by which a request refers to an embedded photo or note file.
  public var name: String { "sha256-\(digest)" }

  /// Copies bytes into a memory file.
  ///
  /// - Throws: `input-failed` if there is not enough memory.
  public init(_ bytes: [UInt8]) throws(RenderError) {
    digest = SHA256.hex(of: bytes)
    count = bytes.count
    descriptor = wallfarm_sealable_file("wallfarm input")
    guard descriptor >= 0 else { throw .noMemoryForInput(errno) }
    let reason = bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
    guard reason == nil, wallfarm_seal(descriptor) == 0 else { throw .noMemoryForInput(errno) }
  }

  /// Copies the current contents of a file.
  ///
  /// - Parameters:
  ///   - file: The path of a regular file.
  ///   - digest: The expected SHA-256 in hexadecimal, or `nil` to accept any content.
  ///   - limit: Maximum size in bytes.
  /// - Throws: `file-unreadable`, `file-too-large`, `input-changed` if the digest differs,
  ///   `input-failed`.
  public convenience init(
    file: String, digest: String? = nil, limit: Int = 64 << 20
  ) throws(RenderError) {
    try self.init(try Files.read(file, limit: limit))
    guard digest == nil || digest == self.digest else {
      throw RenderError(
        .inputChanged, "'\(file)' has changed since the order was created: its digest differs",
        origin: .file(file), hint: "submit the order again")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Opens the bytes for reading from the start; the caller closes the descriptor.
  ///
  /// - Throws: `input-failed`.
  package func open() throws(RenderError) -> Int32 {
    let own = Files.untilNotInterrupted {
      Glibc.open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
    }
    guard own >= 0 else { throw .noMemoryForInput(errno) }
    return own
  }
}

extension HeldInput: Hashable {
  /// Returns whether two inputs contain the same bytes.
  public static func == (one: HeldInput, other: HeldInput) -> Bool { one.digest == other.digest }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension RenderError {
  fileprivate static func noMemoryForInput(_ number: Int32) -> RenderError {
    RenderError(
      .inputFailed,
      "an input of the order cannot be stored in memory: \(SystemError.message(number))",
      hint: "check the free memory and the limit on open files")
  }
}
