/// A buffer of bytes with 8 readable bytes of padding at its end.
package struct PaddedBytes: ~Copyable {
  private let storage: UnsafeMutablePointer<UInt8>
  /// The capacity in bytes, not including the padding.
  let capacity: Int
  /// The number of bytes in use.
  private(set) var count = 0

  package init(capacity: Int) {
    self.capacity = capacity
    storage = .allocate(capacity: capacity + 8)
    (storage + capacity).update(repeating: 0, count: 8)
  }

  deinit { storage.deallocate() }

  var start: UnsafePointer<UInt8> { UnsafePointer(storage) }
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: count) }

  /// Passes memory for `count` bytes to `body` and sets the count.
  package mutating func fill(count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    precondition(count <= capacity, "more bytes than there is room for")
    self.count = count
    body(storage)
    // Clear the padding, so that old bytes cannot affect where a match ends.
    (storage + count).update(repeating: 0, count: 8)
  }
}
