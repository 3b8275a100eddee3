/// The body of a request while it comes, of a known length or in chunks.
struct IncomingBody {
  enum Progress {
    case unfinished
    case whole
    case refused(HTTPRefusal)
  }

  private enum Framing {
    case length(left: Int)
    case chunks(ChunkedReader)
  }

  /// What has come.
  private(set) var bytes: [UInt8] = []
  private let mostBytes: Int
  private var framing: Framing

  /// A buffer of a length that is only announced is made no larger than this before it comes.
  private static let reservedBytes = 256 << 10

  /// Prepares to read the body of a request.
  init(_ head: HTTPHead, mostBytes: Int) {
    self.mostBytes = mostBytes
    if let length = head.contentLength {
      framing = .length(left: length)
      bytes.reserveCapacity(min(length, IncomingBody.reservedBytes))
    } else {
      framing = .chunks(ChunkedReader())
    }
  }

  /// Reads bytes.
  ///
  /// - Parameters:
  ///   - new: the next ones of the connection.
  ///   - take: takes room for so many bytes, and returns whether there is some.
  /// - Returns: how many of them belong to the body, and how far it is.
  mutating func read(
    _ new: UnsafeRawBufferPointer, take: (Int) -> Bool
  ) -> (used: Int, progress: Progress) {
    switch framing {
    case .length(let left):
      let count = min(left, new.count)
      if let refusal = add(UnsafeRawBufferPointer(rebasing: new[..<count]), take) {
        return (count, .refused(refusal))
      }
      framing = .length(left: left - count)
      return (count, left == count ? .whole : .unfinished)
    case .chunks(var reader):
      var refusal: HTTPRefusal?
      do throws(ChunkedReader.Fault) {
        let used = try reader.read(new) { piece in
          refusal = add(piece, take)
          return refusal == nil
        }
        framing = .chunks(reader)
        if let refusal { return (used, .refused(refusal)) }
        return (used, reader.isAtEnd ? .whole : .unfinished)
      } catch {
        return (new.count, .refused(.ambiguous(error.reason)))
      }
    }
  }

  /// Keeps a piece; why it is refused.
  private mutating func add(
    _ piece: UnsafeRawBufferPointer, _ take: (Int) -> Bool
  ) -> HTTPRefusal? {
    guard bytes.count + piece.count <= mostBytes else { return .tooLarge(mostBytes: mostBytes) }
    guard take(piece.count) else { return .overloaded }
    bytes.append(contentsOf: piece)
    return nil
  }
}
