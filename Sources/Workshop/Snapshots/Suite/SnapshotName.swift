/// What names of snapshots are made of, so that they can be folders.
enum SnapshotName {
  /// Letters, digits, `.`, `_` and `-`, up to 100 and the first a letter or digit.
  static func isTitle(_ title: some StringProtocol) -> Bool {
    (1...100).contains(title.utf8.count) && !"._-".utf8.contains(title.utf8.first ?? 0)
      && title.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "._-".utf8.contains(byte)
      }
  }

  /// A title, a slash, and the id of a device, which is made of the same letters.
  static func isPicture(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { isTitle($0) }
  }
}
