/// Writes the bits of a deflate stream, least significant first (RFC 1951, section 3.1.1).
///
/// Bits gather in one word. Between two calls of ``flush()`` at most 56 may be put; a flush stores
/// eight bytes, so the memory must reach eight bytes beyond the last one that counts.
struct BitWriter {
  private var pending: UInt64 = 0
  private var pendingCount = 0
  /// Where the next whole byte goes.
  private(set) var end: UnsafeMutableRawPointer

  init(_ start: UnsafeMutableRawPointer) { end = start }

  /// Adds the low `count` bits of `bits`; the others must be 0.
  @inline(__always)
  mutating func put(_ bits: UInt64, count: Int) {
    pending |= bits &<< UInt64(truncatingIfNeeded: pendingCount)
    pendingCount &+= count
  }

  /// Adds the code of one symbol.
  @inline(__always)
  mutating func put(_ code: HuffmanCode.Entry) {
    put(UInt64(code & 0xFFFF), count: Int(code &>> 16))
  }

  /// Stores the whole bytes.
  @inline(__always)
  mutating func flush() {
    end.storeBytes(of: pending.littleEndian, as: UInt64.self)
    end += pendingCount &>> 3
    pending &>>= UInt64(truncatingIfNeeded: pendingCount & ~7)
    pendingCount &= 7
  }

  /// Fills the last byte with zeros.
  mutating func align() {
    flush()
    if pendingCount > 0 { pendingCount = 8 }
    flush()
  }

  /// Adds bytes as they are; the stream must stand at the start of a byte.
  mutating func copy(_ source: UnsafeRawPointer, count: Int) {
    precondition(pendingCount == 0, "bytes are copied into the middle of one")
    end.copyMemory(from: source, byteCount: count)
    end += count
  }
}
