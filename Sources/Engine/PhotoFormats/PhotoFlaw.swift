/// A place in a photo where its parts do not fit together.
package enum PhotoFlaw: Error, Hashable, Sendable {
  /// A part says that it is longer than what is left for it, or shorter than its own header.
  case tooLong(Part, at: Int, says: Int, left: Int)
  /// The file ends in a part that does not say its length.
  case cut(Part, at: Int)
  /// A box ends before the numbers that it begins with.
  case tooShort(Part, at: Int)
  /// Something else is wrong with a part.
  case wrong(Part, at: Int, String)
  /// A box `iloc` puts an item outside of its room; a start below 0 is beyond all numbers.
  case misplaced(Part, at: Int, ItemExtent)
  /// The last chunk is missing.
  case noEnd(at: Int)
  case noPicture
  /// There are more parts than this.
  case tooManyParts(Int)
  /// A flaw of the whole file.
  case other(String)

  /// A part of a file.
  package enum Part: Hashable, Sendable {
    /// The second byte of the marker of a JPEG segment.
    case segment(UInt8)
    case chunk(FourCC)
    /// Nil where its name is not there.
    case box(FourCC?)
    case named(String)
  }

  /// The place of some data of an item.
  package struct ItemExtent: Hashable, Sendable {
    package let item: Int
    package let start: Int
    package let length: Int
    /// Bytes of the file, or of the box `idat`.
    package let room: Int
    package let isInFile: Bool
  }
}

extension PhotoFlaw {
  /// What is wrong, as it follows "the photo cannot be read: ".
  package var reason: String {
    switch self {
    case .tooLong(let part, let offset, let length, let left):
      "\(part) at byte \(offset) says it has \(length) bytes, and \(max(0, left)) are left"
    case .cut(let part, let offset): "the file ends in \(part), which begins at byte \(offset)"
    case .tooShort(let part, let offset): "\(part) at byte \(offset) is too short"
    case .wrong(let part, let offset, let problem): "\(part) at byte \(offset) \(problem)"
    case .misplaced(let part, let offset, let extent):
      "\(part) at byte \(offset) puts item \(extent.item) at bytes \(extent.start) to "
        + "\(extent.start &+ extent.length) of \(extent.room)"
    case .noEnd: "the file ends before its last chunk"
    case .noPicture: "it has no picture"
    case .tooManyParts(let count): "it has more than \(count) parts"
    case .other(let reason): reason
    }
  }
}

extension PhotoFlaw.Part: CustomStringConvertible {
  package var description: String {
    switch self {
    case .segment(let marker):
      "its segment FF" + (marker < 16 ? "0" : "") + String(marker, radix: 16, uppercase: true)
    case .chunk(let name): "its chunk '\(name)'"
    case .box(let name): name.map { "its box '\($0)'" } ?? "its box"
    case .named(let name): name
    }
  }
}
