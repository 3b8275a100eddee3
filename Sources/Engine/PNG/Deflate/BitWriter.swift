/// Writes the bits of a deflate stream, least significant bit first (RFC 1951, section 3.1.1).
///
/// Bits accumulate in a word. At most 56 bits may be written between two calls of ``flush()``. A
/// flush stores 8 bytes, so the buffer needs 8 bytes of padding.
struct BitWriter {
  private var pending: UInt64 = 0
  private var pendingCount = 0
  /// The address at which the next whole byte will be stored.
  private(set) var end: UnsafeMutableRawPointer

  init(_ start: UnsafeMutableRawPointer) { end = start }

  /// Writes the low `count` bits of `bits`; all other bits must be 0.
  @inline(__always)
  mutating func put(_ bits: UInt64, count: Int) {
    pending |= bits &<< UInt64(truncatingIfNeeded: pendingCount)
    pendingCount &+= count
  }

  /// Writes the Huffman code of a symbol.
  @inline(__always)
  mutating func put(_ code: HuffmanCode.Entry) {
    put(UInt64(code & 0xFFFF), count: Int(code &>> 16))
  }

  /// Stores all complete bytes.
  @inline(__always)
  mutating func flush() {
    end.storeBytes(of: pending.littleEndian, as: UInt64.self)
    end += pendingCount &>> 3
    pending &>>= UInt64(truncatingIfNeeded: pendingCount & ~7)
    pendingCount &= 7
  }

  /// Pads the last byte with zero bits.
  mutating func align() {
    flush()
    if pendingCount > 0 { pendingCount = 8 }
    flush()
  }

  /// Copies whole bytes; the stream must be byte-aligned.
  mutating func copy(_ source: UnsafeRawPointer, count: Int) {
    precondition(pendingCount == 0, "bytes can be copied only at a byte boundary")
    end.copyMemory(from: source, byteCount: count)
    end += count
  }
}
