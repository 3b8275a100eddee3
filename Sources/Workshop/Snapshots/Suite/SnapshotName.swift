/// Validates the names of snapshots, which are also folder names.
enum SnapshotName {
  /// Whether a title consists of 1 to 100 letters, digits, `.`, `_` or `-`, and starts with a
  /// letter or digit.
  static func isTitle(_ title: some StringProtocol) -> Bool {
    (1...100).contains(title.utf8.count) && !"._-".utf8.contains(title.utf8.first ?? 0)
      && title.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "._-".utf8.contains(byte)
      }
  }

  /// Whether a name consists of a title, a slash, and a device ID with the same characters.
  static func isPicture(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { isTitle($0) }
  }
}
