internal import Files
internal import SourceJSON
internal import WallfarmPluginKit

/// Parses names and single lines of text in plugin.json.
enum PluginNames {
  /// Returns whether a string consists of 1 to 64 lowercase letters, digits and hyphens, begins
  /// with a letter and does not end with a hyphen.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
      text.utf8.count <= 64, !text.hasSuffix("-")
    else { return false }
    return text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
  }

  /// Parses a name and reports errors to the reader.
  static func key(
    _ key: String, of node: JSONNode, _ what: String, _ reader: inout FileReader
  ) -> String? {
    guard let (text, _) = reader.text(key, of: node, what), let value = node[key] else {
      return nil
    }
    guard isName(text) else {
      reader.report(
        reader.wrong(
          value, "'\(key)'", "a name of at most 64 letters a–z, digits and hyphens"))
      return nil
    }
    return text
  }

  /// Parses a single line of text and reports errors to the reader.
  static func line(
    _ key: String, of node: JSONNode, _ what: String, limit: Int, _ reader: inout FileReader
  ) -> String? {
    guard let (text, _) = reader.text(key, of: node, what), let value = node[key] else {
      return nil
    }
    let isLine =
      !text.isEmpty && text.count <= limit
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard isLine else {
      reader.report(reader.wrong(value, "'\(key)'", "one line of 1 to \(limit) characters"))
      return nil
    }
    return text
  }
}
