internal import Digests
import WallfarmPluginKit

/// The references in attributes and style sheets.
enum SVGReference {
  /// The maximum size of an embedded picture in bytes.
  static let mostPictureBytes = 512 << 10

  /// Returns the ids that the `url(…)` functions in a value refer to.
  ///
  /// - Throws: a flaw for a reference to another file.
  static func ids(in value: String, at offset: Int) throws(SVGFlaw) -> [String] {
    let bytes = Array(value.utf8)
    var found: [String] = []
    var at = 0
    while let start = next("url(", in: bytes, from: at) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ")")) else {
        throw SVGFlaw(.svgLink, "has a url( without an end", at: offset)
      }
      let text = String(decoding: bytes[start..<end], as: UTF8.self)
        .trimmed { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" || $0 == "\"" || $0 == "'" }
      guard text.hasPrefix("#") else {
        throw SVGFlaw(.svgLink, "refers to 'url(\(shown(text)))'", at: offset)
      }
      let id = String(text.dropFirst())
      try checkID(id, at: offset)
      found.append(id)
      at = end
    }
    return found
  }

  /// Refuses ids that programs read in different ways, so that a reference cannot be hidden.
  static func checkID(_ id: String, at offset: Int) throws(SVGFlaw) {
    guard !id.contains(where: { $0.isWhitespace || "\"'()".contains($0) }) else {
      throw SVGFlaw(
        .svgUnsupported, "has the id '\(shown(id))' with a space, quote or parenthesis",
        at: offset, hint: "rename the element")
    }
  }

  /// Returns the id that a `href` or `src` attribute refers to, or `nil` if it contains a picture.
  ///
  /// - Throws: a flaw for a reference to another file.
  static func id(
    in attribute: XMLElement.Attribute, of element: XMLElement
  ) throws(SVGFlaw) -> String? {
    let value = attribute.value.trimmed(\.isWhitespace)
    if value.hasPrefix("#") {
      let id = String(value.dropFirst())
      try checkID(id, at: attribute.offset)
      return id
    }
    let scheme = value.prefix(12).lowercased()
    if scheme.hasPrefix("javascript:") {
      throw SVGFlaw(.svgScript, "has a script in '\(attribute.name)'", at: attribute.offset)
    }
    guard scheme.hasPrefix("data:"), element.name.localName == "image" else {
      throw SVGFlaw(.svgLink, "refers to '\(shown(value))'", at: attribute.offset)
    }
    return nil
  }

  /// Returns the bytes of an embedded picture.
  ///
  /// - Throws: a flaw if the picture is not a PNG or JPEG file in base64, or is too large.
  static func picture(in attribute: XMLElement.Attribute) throws(SVGFlaw) -> [UInt8] {
    let value = attribute.value.trimmed(\.isWhitespace)
    guard let comma = value.firstIndex(of: ",") else {
      throw SVGFlaw(.svgLink, "embeds data without content", at: attribute.offset)
    }
    let kind = value[..<comma].dropFirst("data:".count).lowercased()
    guard ["image/png;base64", "image/jpeg;base64", "image/jpg;base64"].contains(kind) else {
      throw SVGFlaw(
        .svgLink, "embeds data of the type '\(shown(kind))', not a PNG or JPEG file in base64",
        at: attribute.offset)
    }
    let text = value[value.index(after: comma)...].utf8
    guard text.count / 4 * 3 <= mostPictureBytes else {
      throw SVGFlaw(
        .svgTooComplex, "embeds a picture with more than \(mostPictureBytes) bytes",
        at: attribute.offset, hint: "embed a smaller picture")
    }
    let letters = text.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let bytes = Base64.bytes(of: String(decoding: letters, as: UTF8.self)) else {
      throw SVGFlaw(.svgMalformed, "embeds a picture with invalid base64", at: attribute.offset)
    }
    return bytes
  }

  /// Returns the offset after the next occurrence of a word, regardless of its case.
  private static func next(_ word: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    let count = word.utf8CodeUnitCount
    guard bytes.count >= count, start <= bytes.count - count else { return nil }
    return word.withUTF8Buffer { word in
      (start...bytes.count - count).first { at in
        word.indices.allSatisfy { index in
          let byte = bytes[at + index]
          let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          return (isUpper ? byte + 32 : byte) == word[index]
        }
      }.map { $0 + count }
    }
  }

  /// The start of a value, for messages.
  static func shown(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}

extension String {
  /// Returns the string without matching characters at its ends.
  func trimmed(_ isTrimmed: (Character) -> Bool) -> String {
    let start = drop(while: isTrimmed)
    guard let last = start.lastIndex(where: { !isTrimmed($0) }) else { return "" }
    return String(start[...last])
  }
}
