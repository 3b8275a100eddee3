internal import CISAL

/// What the chunks before the picture of a PNG file say: orientation and colour profile.
struct PNGChunks {
  private(set) var orientation = Orientation.upright
  private(set) var profile: [UInt8]?

  /// A profile is a few kilobytes; one that unpacks to more than this is an attack.
  private static let mostProfileBytes = 4 << 20

  init(_ bytes: [UInt8]) {
    var offset = 8
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = bytes[offset + 4..<offset + 8]
      let end = offset + 8 + length
      guard end + 4 <= bytes.count else { return }
      let data = bytes[offset + 8..<end]
      switch String(decoding: type, as: UTF8.self) {
      case "iCCP": profile = PNGChunks.unpack(data)
      case "eXIf": orientation = ExifReader.orientation(in: data)
      default: break
      }
      offset = end + 4
    }
  }

  /// Name, a zero, the method 0, then a zlib stream (PNG third edition, section 11.3.2.3).
  private static func unpack(_ data: ArraySlice<UInt8>) -> [UInt8]? {
    guard let zero = data.firstIndex(of: 0), zero + 2 < data.endIndex, data[zero + 1] == 0
    else { return nil }
    let packed = Array(data[(zero + 2)...])
    let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
    defer { state.deallocate() }
    isal_inflate_init(state)
    state.pointee.crc_flag = UInt32(ISAL_ZLIB)
    var status: Int32 = 0
    let profile = [UInt8](unsafeUninitializedCapacity: mostProfileBytes) { target, count in
      packed.withUnsafeBufferPointer { source in
        state.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        state.pointee.avail_in = UInt32(source.count)
        state.pointee.next_out = target.baseAddress
        state.pointee.avail_out = UInt32(target.count)
        status = isal_inflate(state)
        count = Int(state.pointee.total_out)
      }
    }
    let isWhole = status == ISAL_DECOMP_OK && state.pointee.block_state == ISAL_BLOCK_FINISH
    return isWhole && profile.count > 128 ? profile : nil
  }
}
