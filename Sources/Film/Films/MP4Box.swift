/// A box of an ISO base media file (ISO/IEC 14496-12, section 4.2): size, type and contents.
struct MP4Box {
  private(set) var bytes: [UInt8] = []
  private let name: String

  /// Creates a box, or a full box if a version is given.
  init(_ name: String, version: UInt8? = nil, flags: UInt32 = 0) {
    self.name = name
    if let version { add(UInt32(version) << 24 | flags) }
  }

  /// Creates a container box.
  init(_ name: String, _ first: MP4Box, _ others: MP4Box...) {
    self.init(name)
    for box in [first] + others { add(box) }
  }

  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add<Number: FixedWidthInteger>(_ numbers: [Number]) {
    for number in numbers { add(number) }
  }

  /// Appends a four-character code.
  mutating func add(_ code: String) { bytes.append(contentsOf: code.utf8) }

  mutating func add(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  mutating func add(_ box: MP4Box) { bytes.append(contentsOf: box.whole) }

  /// The bytes of the box with its header.
  var whole: [UInt8] {
    var head: [UInt8] = []
    withUnsafeBytes(of: UInt32(bytes.count + 8).bigEndian) { head.append(contentsOf: $0) }
    return head + Array(name.utf8) + bytes
  }
}
