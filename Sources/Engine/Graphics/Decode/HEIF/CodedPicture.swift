internal import CHEIF
internal import CPhotoColor
import PhotoFormats
import WallfarmPluginKit

/// A decoded HEVC or AV1 picture, whose memory belongs to its decoder.
struct CodedPicture: ~Copyable {
  private var coded: wallfarm_coded
  /// The color code points in the bitstream.
  let points: CodePoints

  /// Decodes the data of an item.
  ///
  /// - Throws: `photo-unreadable`.
  init(_ item: HEIFItems.Item, _ heif: HEIFFile) throws(RenderError) {
    var coded = wallfarm_coded()
    let message = Message()
    let units: [UInt8]
    let status: Int32
    switch item.type {
    case "hvc1":
      units = CodedPicture.hevcUnits(item, heif.items)
      status = wallfarm_hevc_decode(units, units.count, &coded, message.buffer)
    case "av01":
      units = CodedPicture.av1Units(item, heif.items)
      // A coded picture may exceed its declared size because it is padded to whole blocks.
      let most = heif.items.size(of: item).map { ($0.width + 64) * ($0.height + 64) }
      status = wallfarm_av1_decode(units, units.count, most ?? 0, &coded, message.buffer)
    default: throw heif.unreadable("pictures of type '\(item.type)' are not supported")
    }
    guard status == 0 else { throw heif.unreadable(message.text) }
    self.coded = coded
    points = CodePoints(
      primaries: Int(coded.primaries), transfer: Int(coded.transfer), matrix: Int(coded.matrix),
      isFullRange: coded.is_full_range != 0)
  }

  deinit {
    var coded = coded
    wallfarm_coded_release(&coded)
  }

  var size: PixelSize { PixelSize(width: Int(coded.width), height: Int(coded.height)) }

  /// Prepares the planes for color conversion; nil if the matrix is not supported.
  func sampled(_ points: CodePoints) -> wallfarm_sampled? {
    var result = wallfarm_sampled()
    (result.planes, result.strides) = (coded.planes, coded.strides)
    (result.width, result.height) = (coded.width, coded.height)
    (result.plane_count, result.bits) = (coded.plane_count, coded.bits)
    (result.shift_x, result.shift_y) = (coded.shift_x, coded.shift_y)
    result.is_full_range = points.isFullRange ? 1 : 0
    if coded.plane_count == 1 { return result }
    switch points.coding {
    case .shares(let red, let blue):
      (result.red_share, result.blue_share) = (Float(red), Float(blue))
    case .greenBlueRed: result.coding = 1
    case .greenOrange: result.coding = 2
    case nil: return nil
    }
    return result
  }

  // MARK: - Data

  /// Returns the parameter sets and then the NAL units of the picture, each with a 4-byte length
  /// prefix (ISO/IEC 14496-15, 8.3.3.1).
  private static func hevcUnits(_ item: HEIFItems.Item, _ items: HEIFItems) -> [UInt8] {
    var units: [UInt8] = []
    func add(_ range: Range<Int>) {
      units += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: range.count >> $0) }
      units += items.bytes[range]
    }
    for property in items.properties("hvcC", of: item) {
      HEVCConfiguration.forEachUnit(in: property.body, of: items.bytes, add)
    }
    let width = HEVCConfiguration.lengthWidth(of: item, items)
    let data = items.data(of: item)
    guard width != 4 else { return units + data }
    var offset = 0
    while offset + width <= data.count {
      let length = data[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
      offset += width
      guard length <= data.count - offset else { break }
      units += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
      units += data[offset..<offset + length]
      offset += length
    }
    return units
  }

  /// Returns the OBUs of the configuration, followed by the OBUs of the picture (AV1-ISOBMFF,
  /// section 2.3).
  private static func av1Units(_ item: HEIFItems.Item, _ items: HEIFItems) -> [UInt8] {
    let configuration = items.properties("av1C", of: item).first.map {
      Array(items.bytes[$0.body].dropFirst(4))
    }
    return (configuration ?? []) + items.data(of: item)
  }

  /// A buffer that receives a decoder's error message.
  private struct Message: ~Copyable {
    let buffer: UnsafeMutablePointer<CChar>

    init() {
      buffer = .allocate(capacity: 256)
      buffer.initialize(repeating: 0, count: 256)
    }

    deinit { buffer.deallocate() }

    var text: String { String(cString: buffer) }
  }
}

/// Reads the property `hvcC` (ISO/IEC 14496-15, 8.3.3.1).
enum HEVCConfiguration {
  /// Calls `look` with the range of each parameter set.
  static func forEachUnit(
    in body: Range<Int>, of bytes: PhotoBytes, _ look: (Range<Int>) -> Void
  ) {
    let end = body.upperBound
    var offset = body.lowerBound + 22
    guard offset < end, let arrays = bytes.number(at: offset, 1) else { return }
    offset += 1
    for _ in 0..<arrays {
      guard offset + 3 <= end, let count = bytes.number(at: offset + 1, 2) else { return }
      offset += 3
      for _ in 0..<count {
        guard offset + 2 <= end, let length = bytes.number(at: offset, 2),
          offset + 2 + length <= end
        else { return }
        look(offset + 2..<offset + 2 + length)
        offset += 2 + length
      }
    }
  }

  /// Returns the size in bytes of the length field before each NAL unit.
  static func lengthWidth(of item: HEIFItems.Item, _ items: HEIFItems) -> Int {
    guard let body = items.properties("hvcC", of: item).first?.body, body.count > 21,
      let byte = items.bytes.number(at: body.lowerBound + 21, 1)
    else { return 4 }
    return byte & 3 + 1
  }
}
