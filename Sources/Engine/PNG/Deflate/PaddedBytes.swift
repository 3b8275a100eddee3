/// Bytes with eight more behind the last that may be read.
struct PaddedBytes: ~Copyable {
  private let storage: UnsafeMutablePointer<UInt8>
  /// Most bytes that fit.
  let capacity: Int
  /// How many bytes count.
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    storage = .allocate(capacity: capacity + 8)
    (storage + capacity).update(repeating: 0, count: 8)
  }

  deinit { storage.deallocate() }

  var start: UnsafePointer<UInt8> { UnsafePointer(storage) }
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: count) }

  /// Lends memory for `count` bytes, which then count.
  mutating func fill(count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    precondition(count <= capacity, "more bytes than there is room for")
    self.count = count
    body(storage)
    // What stood behind a shorter band before must not decide where a match ends.
    (storage + count).update(repeating: 0, count: 8)
  }
}
