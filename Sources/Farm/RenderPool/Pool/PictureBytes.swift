internal import CSystem
internal import Glibc
internal import WallfarmCore

/// The bytes of a picture, in a file in memory that nobody can change any more.
///
/// They are not copied on their way from the worker. To send them on, hand the descriptor to `sendfile`.
public final class PictureBytes: Sendable {
  /// The file; it is closed with this object.
  public let descriptor: Int32
  /// How many bytes it has.
  public let count: Int

  /// Takes over a file in memory.
  convenience init?(_ written: Int32) {
    defer { close(written) }
    self.init(copying: written)
  }

  /// Opens a file in memory once more; its worker may still have it, but not this place in it.
  init?(copying written: Int32) {
    let descriptor = open("/proc/self/fd/\(written)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Shows the bytes where they are; nil where there is no room to map them.
  public func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result? {
    guard count > 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    let start = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let start, start != MAP_FAILED else { return nil }
    defer { munmap(start, count) }
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A copy of the bytes; nil where there is no room to map them.
  public func array() -> [UInt8]? { withBytes { Array($0) } }
}
