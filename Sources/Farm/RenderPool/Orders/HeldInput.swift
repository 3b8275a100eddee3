internal import CSystem
internal import Digests
internal import Files
internal import Glibc
public import WallfarmPluginKit

/// Bytes that an order brings along, named by their digest: a photo that came over a network, a theme
/// that nobody has saved yet, a file as it is now.
///
/// They are in memory, once for all orders that have them, and nobody can change them any more.
public final class HeldInput: Sendable {
  /// SHA-256 of the bytes in hex.
  public let digest: String
  /// How many bytes it has.
  public let count: Int
  private let descriptor: Int32

  /// A name that a request may call a photo or a list of notes by.
  public var name: String { "sha256-\(digest)" }

  /// Takes bytes in.
  ///
  /// - Throws: `input-failed` where there is no memory for them.
  public init(_ bytes: [UInt8]) throws(RenderError) {
    digest = SHA256.hex(of: bytes)
    count = bytes.count
    descriptor = wallfarm_sealable_file("wallfarm input")
    guard descriptor >= 0 else { throw .noMemoryForInput(errno) }
    let reason = bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
    guard reason == nil, wallfarm_seal(descriptor) == 0 else { throw .noMemoryForInput(errno) }
  }

  /// Takes in what a file has now.
  ///
  /// - Parameters:
  ///   - file: its path; a pipe or a device is refused.
  ///   - digest: SHA-256 in hex that it has to have; nil for any.
  ///   - limit: most bytes.
  /// - Throws: `file-unreadable`, `file-too-large`, `input-changed` for another digest, `input-failed`.
  public convenience init(
    file: String, digest: String? = nil, limit: Int = 64 << 20
  ) throws(RenderError) {
    try self.init(try Files.read(file, limit: limit))
    guard digest == nil || digest == self.digest else {
      throw RenderError(
        .inputChanged, "'\(file)' is not what was ordered: its digest is another one",
        origin: .file(file), hint: "order it again as it is now")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// A descriptor to read it from its begin, to be closed by the caller.
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
  /// Whether both have the same bytes.
  public static func == (one: HeldInput, other: HeldInput) -> Bool { one.digest == other.digest }

  /// By its digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension RenderError {
  fileprivate static func noMemoryForInput(_ number: Int32) -> RenderError {
    RenderError(
      .inputFailed, "an input of an order cannot be kept: \(SystemError.message(number))",
      hint: "see whether memory and open files are left")
  }
}
