internal import Glibc

/// The byte ranges of the devices and rules in a device file.
///
/// A render needs one device from a file with dozens of devices, so it parses only the bytes of
/// that device. Finding these bytes takes a hundredth of the time needed to parse the file.
struct DeviceOutline {
  /// The byte range of each device, in file order.
  private(set) var devices: [Range<Int>] = []
  /// The byte range of the rules.
  private(set) var rules: Range<Int>?

  /// Finds the byte ranges; `nil` if brackets or quotes do not match.
  init?(_ bytes: [UInt8]) {
    var (depth, start, index) = (0, 0, 0)
    var text = 0..<0
    var key = 0..<0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let first = index + 1
        guard let end = DeviceOutline.end(ofText: first, bytes) else { return nil }
        if depth == 1 { text = first..<end }
        index = end
      case UInt8(ascii: ":"):
        if depth == 1 { key = text }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        // The rules are a member of the root object, and the devices are the elements of another
        // member.
        if depth == 1 && isKey("rules") || depth == 2 && isKey("devices") { start = index }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 2, isKey("devices") { devices.append(start..<(index + 1)) }
        if depth == 1, isKey("rules") { rules = start..<(index + 1) }
      default: break
      }
      index += 1
    }
    guard depth == 0 else { return nil }

    func isKey(_ name: StaticString) -> Bool {
      key.count == name.utf8CodeUnitCount
        && bytes.withUnsafeBytes { buffer in
          buffer.baseAddress.map { memcmp($0 + key.lowerBound, name.utf8Start, key.count) == 0 }
            ?? false
        }
    }
  }

  /// The index of a string's closing quote; `nil` if there is none.
  private static func end(ofText first: Int, _ bytes: [UInt8]) -> Int? {
    var index = first
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return index
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  /// Whether the bytes contain the given text in quotes.
  static func contains(_ text: String, in bytes: ArraySlice<UInt8>) -> Bool {
    let needle = Array("\"\(text)\"".utf8)
    return bytes.withUnsafeBytes { buffer -> Bool in
      guard var place = buffer.baseAddress else { return false }
      var left = buffer.count
      while left >= needle.count, let found = memchr(place, Int32(needle[0]), left) {
        left -= place.distance(to: UnsafeRawPointer(found))
        guard left >= needle.count else { return false }
        if memcmp(found, needle, needle.count) == 0 { return true }
        place = UnsafeRawPointer(found) + 1
        left -= 1
      }
      return false
    }
  }
}
