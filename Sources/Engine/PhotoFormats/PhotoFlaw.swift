/// A structural error in a photo file.
package enum PhotoFlaw: Error, Hashable, Sendable {
  /// The declared length of a part exceeds the remaining bytes, or the length field is truncated.
  case tooLong(Part, at: Int, says: Int, left: Int)
  /// The declared length of a part is less than the length of the part's header.
  case shortLength(Part, at: Int, says: Int, left: Int)
  /// The file ends inside a part whose length is unknown.
  case cut(Part, at: Int)
  /// A box is too short for its fixed fields.
  case tooShort(Part, at: Int)
  /// Another error in a part.
  case wrong(Part, at: Int, String)
  /// An item extent in the `iloc` box is outside its storage; a negative start means that the sum
  /// of the offsets overflowed.
  case misplaced(Part, at: Int, ItemExtent)
  /// The file has no IEND chunk.
  case noEnd(at: Int)
  case noPicture
  /// The file has more parts than the given maximum.
  case tooManyParts(Int)
  /// An error that concerns the whole file.
  case other(String)

  /// The part of the file that contains the error.
  package enum Part: Hashable, Sendable {
    /// A JPEG segment, identified by the second byte of its marker.
    case segment(UInt8)
    case chunk(FourCC)
    /// A box; the type is nil if it cannot be read.
    case box(FourCC?)
    case named(String)
  }

  /// A byte range of an item's data.
  package struct ItemExtent: Hashable, Sendable {
    package let item: Int
    package let start: Int
    package let length: Int
    /// The size in bytes of the file or the `idat` box, whichever stores the data.
    package let room: Int
    package let isInFile: Bool
  }
}

extension PhotoFlaw {
  /// The reason, worded so that it can follow "the photo cannot be read: ".
  package var reason: String {
    switch self {
    case .shortLength(let part, let offset, let length, _):
      "\(part) at byte \(offset) declares \(length) bytes, which is less than its header needs"
    case .tooLong(let part, let offset, let length, let left):
      "\(part) at byte \(offset) declares \(length) bytes, but only \(max(0, left)) bytes remain"
    case .cut(let part, let offset): "the file ends in \(part), which begins at byte \(offset)"
    case .tooShort(let part, let offset): "\(part) at byte \(offset) is too short"
    case .wrong(let part, let offset, let problem): "\(part) at byte \(offset) \(problem)"
    case .misplaced(let part, let offset, let extent):
      "\(part) at byte \(offset) places item \(extent.item) at bytes \(extent.start) to "
        + "\(extent.start &+ extent.length), but the data has \(extent.room) bytes"
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
