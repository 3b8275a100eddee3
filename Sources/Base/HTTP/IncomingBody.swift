/// Receives a request body of known length or in chunks.
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

  /// The decoded bytes so far.
  private(set) var bytes: [UInt8] = []
  private let mostBytes: Int
  private var framing: Framing

  /// Maximum number of bytes to reserve for a body before its bytes arrive, regardless of its
  /// announced length.
  private static let reservedBytes = 256 << 10

  /// Prepares to receive the body of a request.
  init(_ head: HTTPHead, mostBytes: Int) {
    self.mostBytes = mostBytes
    if let length = head.contentLength {
      framing = .length(left: length)
      bytes.reserveCapacity(min(length, IncomingBody.reservedBytes))
    } else {
      framing = .chunks(ChunkedReader())
    }
  }

  /// Reads the next bytes of the connection.
  ///
  /// - Parameters:
  ///   - new: the bytes.
  ///   - take: charges the given number of bytes to the budget, and returns whether they fit.
  /// - Returns: the number of bytes that belong to the body and its framing, and its progress.
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

  /// Appends a piece, or returns the reason why it is rejected.
  private mutating func add(
    _ piece: UnsafeRawBufferPointer, _ take: (Int) -> Bool
  ) -> HTTPRefusal? {
    guard bytes.count + piece.count <= mostBytes else { return .tooLarge(mostBytes: mostBytes) }
    guard take(piece.count) else { return .overloaded }
    bytes.append(contentsOf: piece)
    return nil
  }
}
