/// Reads the tags and the text of an XML file strictly and in linear time.
///
/// The scanner accepts UTF-8 without a document type. It checks that the names are valid, that the
/// attributes of an element are unique, and that each entity is one of the five predefined entities
/// or a character reference. It does not check that tags are balanced.
struct XMLScanner {
  /// A part of the file, with the offset of its first byte.
  enum Part: Hashable {
    /// A start tag; an empty element is also its own end.
    case start(XMLElement, isEmpty: Bool)
    /// An end tag.
    case end(name: String, offset: Int)
    /// Text with resolved entities.
    case text(String, offset: Int)
    /// A processing instruction, without the XML declaration.
    case instruction(name: String, offset: Int)
  }

  private let bytes: [UInt8]
  private var place: Int
  /// The maximum length of a name in bytes.
  private static let longestName = 200
  /// The maximum number of attributes of an element.
  private static let mostAttributes = 200

  /// Creates a scanner for a file.
  ///
  /// - Throws: a flaw if the file is not UTF-8 or contains invalid characters.
  init(_ bytes: [UInt8]) throws(SVGFlaw) {
    self.bytes = bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    try checkEncoding()
    try skipDeclaration()
  }

  private func checkEncoding() throws(SVGFlaw) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw SVGFlaw(.svgMalformed, "is encoded in UTF-16, not in UTF-8", at: 0)
    }
    for (offset, byte) in bytes.enumerated() where byte < 0x20 {
      guard byte == 0x09 || byte == 0x0A || byte == 0x0D else {
        throw SVGFlaw(.svgMalformed, "contains the control character \(byte)", at: offset)
      }
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw SVGFlaw(.svgMalformed, "is not encoded in UTF-8", at: 0)
    }
  }

  private mutating func skipDeclaration() throws(SVGFlaw) {
    guard has("<?xml"), bytes.count > place + 5, Self.isSpace(bytes[place + 5]) else { return }
    let start = place
    let text = try upTo("?>", from: place + 5, "the XML declaration").lowercased()
    if let range = text.firstRange(of: "encoding") {
      let rest = text[range.upperBound...].drop(while: { " =\"'".contains($0) })
      guard rest.hasPrefix("utf-8") || rest.hasPrefix("us-ascii") else {
        throw SVGFlaw(.svgMalformed, "declares an encoding other than UTF-8", at: start)
      }
    }
  }

  /// Returns the next part, or `nil` at the end of the file.
  mutating func next() throws(SVGFlaw) -> Part? {
    while place < bytes.count {
      let start = place
      guard bytes[place] == UInt8(ascii: "<") else { return try text() }
      if has("<!--") {
        let comment = try upTo("-->", from: place + 4, "a comment")
        if comment.contains("--") {
          throw SVGFlaw(.svgMalformed, "has a comment that contains '--'", at: start)
        }
      } else if has("<![CDATA[") {
        return .text(try upTo("]]>", from: place + 9, "a CDATA section"), offset: start)
      } else if has("<!DOCTYPE") || has("<!doctype") {
        throw SVGFlaw(.svgDoctype, "has a DOCTYPE, which can declare entities", at: start)
      } else if has("<!") {
        throw SVGFlaw(.svgMalformed, "has an invalid declaration", at: start)
      } else if has("<?") {
        place += 2
        let name = try self.name("a processing instruction")
        _ = try upTo("?>", from: place, "a processing instruction")
        return .instruction(name: name, offset: start)
      } else if has("</") {
        place += 2
        let name = try self.name("an end tag")
        skipSpace()
        try take(">", "an end tag")
        return .end(name: name, offset: start)
      } else {
        return try tag()
      }
    }
    return nil
  }

  // MARK: - Tags

  private mutating func tag() throws(SVGFlaw) -> Part {
    let start = place
    place += 1
    var element = XMLElement(name: try name("a tag"), offset: start)
    while true {
      let hadSpace = skipSpace()
      guard place < bytes.count else { throw ends("a tag", at: start) }
      if bytes[place] == UInt8(ascii: ">") {
        place += 1
        return .start(element, isEmpty: false)
      }
      if has("/>") {
        place += 2
        return .start(element, isEmpty: true)
      }
      guard hadSpace else { throw invalid("a tag") }
      let offset = place
      let name = try self.name("an attribute")
      skipSpace()
      try take("=", "an attribute")
      skipSpace()
      let value = try attributeValue()
      guard element.attributes.count < Self.mostAttributes else {
        throw SVGFlaw(
          .svgTooComplex, "has an element with more than \(Self.mostAttributes) attributes",
          at: offset)
      }
      guard !element.attributes.contains(where: { $0.name == name }) else {
        throw SVGFlaw(.svgMalformed, "has the attribute '\(name)' twice", at: offset)
      }
      element.attributes.append(XMLElement.Attribute(name: name, value: value, offset: offset))
    }
  }

  private mutating func attributeValue() throws(SVGFlaw) -> String {
    let start = place
    let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    guard place < bytes.count, quotes.contains(bytes[place]) else {
      throw SVGFlaw(.svgMalformed, "has an attribute without quotes", at: start)
    }
    let quote = bytes[place]
    place += 1
    guard let end = bytes[place...].firstIndex(of: quote) else { throw ends("a value", at: start) }
    if let wrong = bytes[place..<end].firstIndex(of: UInt8(ascii: "<")) {
      throw SVGFlaw(.svgMalformed, "has '<' in an attribute", at: wrong)
    }
    defer { place = end + 1 }
    return try resolved(place..<end)
  }

  /// Reads a name of ASCII letters, digits, `-`, `_`, `.` and `:`, and of other letters.
  private mutating func name(_ what: String) throws(SVGFlaw) -> String {
    let start = place
    let isStart = { (byte: UInt8) in
      byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    guard place < bytes.count else { throw ends(what, at: start) }
    guard isStart(bytes[place]) else { throw invalid(what) }
    while place < bytes.count {
      let byte = bytes[place]
      guard
        isStart(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      else { break }
      place += 1
    }
    guard place - start <= Self.longestName else {
      throw SVGFlaw(
        .svgTooComplex, "has a name with more than \(Self.longestName) bytes", at: start)
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  // MARK: - Text

  private mutating func text() throws(SVGFlaw) -> Part {
    let start = place
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    place = end
    return .text(try resolved(start..<end), offset: start)
  }

  /// Returns text with its entities replaced.
  private func resolved(_ range: Range<Int>) throws(SVGFlaw) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      guard bytes[at] == UInt8(ascii: "&") else {
        result.append(bytes[at])
        at += 1
        continue
      }
      // The longest reference is `&#x10FFFF;`.
      guard let end = bytes[at..<min(at + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";"))
      else { throw SVGFlaw(.svgMalformed, "has '&' without an entity", at: at) }
      let name = String(decoding: bytes[at + 1..<end], as: UTF8.self)
      guard let scalar = Self.entity(name) else {
        throw SVGFlaw(
          .svgDoctype, "uses the entity '&\(name);'", at: at,
          hint:
            "write the character itself")
      }
      result += Array(String(scalar).utf8)
      at = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func entity(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let isHex = name.hasPrefix("#x")
    guard let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10),
      let scalar = Unicode.Scalar(number), number >= 0x20 || [9, 10, 13].contains(number)
    else { return nil }
    return scalar
  }

  /// Returns the text before a terminator and skips the terminator.
  private mutating func upTo(
    _ terminator: StaticString, from first: Int, _ what: String
  ) throws(SVGFlaw) -> String {
    let start = place
    place = min(first, bytes.count)
    while place < bytes.count {
      if has(terminator) {
        let text = String(decoding: bytes[first..<place], as: UTF8.self)
        place += terminator.utf8CodeUnitCount
        return text
      }
      place += 1
    }
    throw ends(what, at: start)
  }

  // MARK: - Bytes

  private func has(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[place..<place + count]) }
  }

  private mutating func take(_ text: StaticString, _ what: String) throws(SVGFlaw) {
    guard has(text) else { throw place < bytes.count ? invalid(what) : ends(what, at: place) }
    place += text.utf8CodeUnitCount
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let start = place
    while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
    return place > start
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func invalid(_ what: String) -> SVGFlaw {
    SVGFlaw(.svgMalformed, "has an invalid character in \(what)", at: place)
  }

  private func ends(_ what: String, at offset: Int) -> SVGFlaw {
    SVGFlaw(.svgMalformed, "ends in \(what)", at: offset)
  }
}

/// A start tag.
struct XMLElement: Hashable {
  /// An attribute with resolved entities.
  struct Attribute: Hashable {
    let name: String
    let value: String
    let offset: Int
  }

  let name: String
  let offset: Int
  var attributes: [Attribute] = []

  /// Returns the value of an attribute without a prefix.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

extension String {
  /// The part of a name after its prefix.
  var localName: Substring { split(separator: ":", maxSplits: 1).last ?? self[...] }
  /// The prefix of a name; empty if there is none.
  var namePrefix: Substring { contains(":") ? prefix { $0 != ":" } : "" }
}
