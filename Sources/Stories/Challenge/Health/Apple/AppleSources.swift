/// Identifies the source of a record by its name and its device description.
///
/// A device description is, for example, `<<HKDevice: 0x3034fe7b0>, name:Apple Watch,
/// manufacturer:Apple Inc., model:Watch, hardware:Watch6,10, software:10.6.1, creation
/// date:2024-08-24 17:12:03 +0000>`. The memory address changes with each record, and the software
/// version changes with each update, so neither is part of the source's identity.
package struct AppleSources {
  /// A cache with raw bytes as keys; parsing a device description is the slowest part of reading a
  /// record.
  private var known: [[UInt8]: HealthSource] = [:]

  package init() {}
  /// The maximum number of cached sources; a full cache is emptied.
  ///
  /// Real exports do not have this many sources.
  private static let mostKnown = 4096

  /// Returns the source of a record.
  package mutating func source(
    name: UnsafeRawBufferPointer?, device: UnsafeRawBufferPointer?
  ) -> HealthSource {
    let fields = device.map(AppleSources.withoutAddress)
    let key = Array(name ?? UnsafeRawBufferPointer(start: nil, count: 0)) + [0xFF] + (fields ?? [])
    if let source = known[key] { return source }
    if known.count >= AppleSources.mostKnown { known.removeAll() }
    let source = AppleSources.made(
      name: name.map(XMLValue.text) ?? "", device: fields.map { $0.withUnsafeBytes(XMLValue.text) })
    known[key] = source
    return source
  }

  private static func withoutAddress(_ device: UnsafeRawBufferPointer) -> [UInt8] {
    guard let comma = device.first(UInt8(ascii: ","), from: 0, to: device.count) else { return [] }
    return Array(device[comma...])
  }

  private static func made(name: String, device: String?) -> HealthSource {
    var fields: [Substring: Substring] = [:]
    for field in (device ?? "").split(separator: ", ") {
      let parts = field.drop { $0 == "," || $0 == " " }
        .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let value = parts[1].last == ">" ? parts[1].dropLast() : parts[1]
      if fields[parts[0]] == nil { fields[parts[0]] = value }
    }
    let hardware = fields["hardware"] ?? fields["model"] ?? ""
    // Old exports have no device descriptions, only the name of the source.
    let described = ["hardware", "model", "name"].compactMap { fields[$0].map(String.init) }
    let words = described.isEmpty ? [name] : described
    return HealthSource(
      name: String(name.prefix(HealthSource.longestName)), kind: kind(words),
      hardware: String(hardware.prefix(HealthSource.longestName)), priority: 0)
  }

  private static func kind(_ words: [String]) -> HealthSource.Kind {
    if words.contains(where: { $0.contains("Watch") }) { return .watch }
    return words.contains { $0.contains("iPhone") || $0.contains("iPod") } ? .phone : .other
  }
}

/// Decodes XML attribute values.
enum XMLValue {
  /// Resolves predefined and numeric character references; leaves other references unchanged.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.first(UInt8(ascii: "&"), from: 0, to: bytes.count) != nil else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text: [UInt8] = []
    var place = 0
    while place < bytes.count {
      // The longest valid reference is `&#x10FFFF;`.
      let limit = min(bytes.count, place + 12)
      if bytes[place] == UInt8(ascii: "&"),
        let end = bytes.first(UInt8(ascii: ";"), from: place, to: limit),
        let scalar = scalar(String(decoding: bytes[place + 1..<end], as: UTF8.self))
      {
        text += Array(String(Character(scalar)).utf8)
        place = end + 1
      } else {
        text.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    case "lt": return "<"
    case "gt": return ">"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      return number.flatMap(Unicode.Scalar.init)
    }
  }
}
