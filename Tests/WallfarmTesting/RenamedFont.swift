import Foundation

/// Font files that are not bundled with wallfarm: bundled fonts with another family name.
public enum RenamedFont {
  /// Returns the bytes of a bundled font, with `name` replaced in its names.
  ///
  /// The new name must have as many characters as the old one, so that no table moves. Names in
  /// UTF-16 and in one-byte encodings are replaced.
  public static func bytes(
    _ file: String, _ name: String, as new: String
  ) throws -> [UInt8] {
    precondition(name.utf8.count == new.utf8.count, "the names must have the same length")
    var data = try Data(
      contentsOf: URL(fileURLWithPath: "\(Workspace.root)/Fonts/files/\(file)"))
    func wide(_ text: String) -> Data {
      Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }
    for (old, new) in [(wide(name), wide(new)), (Data(name.utf8), Data(new.utf8))] {
      var start = data.startIndex
      while let found = data.range(of: old, in: start..<data.endIndex) {
        data.replaceSubrange(found, with: new)
        start = found.upperBound
      }
    }
    return Array(data)
  }

  /// Sets the field `fsType` of the table `OS/2`, which states the permission to embed the font.
  public static func setEmbedding(_ value: UInt16, in bytes: inout [UInt8]) {
    let count = Int(bytes[4]) << 8 | Int(bytes[5])
    for entry in stride(from: 12, to: 12 + 16 * count, by: 16)
    where Array(bytes[entry..<entry + 4]) == Array("OS/2".utf8) {
      let start = bytes[entry + 8..<entry + 12].reduce(0) { $0 << 8 | Int($1) }
      bytes[start + 8] = UInt8(value >> 8)
      bytes[start + 9] = UInt8(value & 255)
    }
  }
}
