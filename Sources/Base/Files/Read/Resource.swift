package import CResources

extension wallfarm_resource {
  /// The bytes of the file as an array.
  package var array: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }
}
