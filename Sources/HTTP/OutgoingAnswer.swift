internal import CHTTP
internal import Glibc

/// An answer on its way: bytes, a file that the system copies, or a stream.
struct OutgoingAnswer {
  enum Progress {
    case done
    /// The socket takes no more at the moment.
    case blocked
    /// The stream has nothing at the moment.
    case dry
    case failed
  }

  let status: Int
  /// How many bytes its body has; of a stream, how many were sent.
  private(set) var bodyBytes: Int
  /// How many bytes its client has taken, the head included.
  private(set) var sentBytes = 0
  /// The file, which has to be given back to its budget.
  let file: (any HTTPFile)?
  let stream: HTTPStream?

  /// The head, with a small body behind it; or a piece of a stream.
  private var bytes: [UInt8]
  /// A larger body, which is not copied: many clients may get the same.
  private var body: [UInt8] = []
  private var position = 0
  /// What is to be sent of the file.
  private var range = 0..<0
  private let isInChunks: Bool
  private var isStreamAtEnd = false

  /// How much of a stream is sent as a chunk, and of a file before others have a turn.
  private static let chunkBytes = 16 << 10
  private static let turnBytes = 1 << 20

  /// Prepares an answer.
  ///
  /// - Parameters:
  ///   - answer: what is sent.
  ///   - head: what it answers; nil where that could not be read.
  ///   - keepsOpen: whether the connection goes on behind it.
  ///   - date: the value of `Date`.
  init(_ answer: HTTPAnswer, to head: HTTPHead?, keepsOpen: Bool, date: [UInt8]) {
    let isOld = head?.version == "HTTP/1.0"
    let hasBody = head?.method != "HEAD" && answer.mayHaveBody
    (status, bodyBytes) = (answer.status, answer.body.count)
    var (file, stream): ((any HTTPFile)?, HTTPStream?) = (nil, nil)
    if hasBody {
      switch answer.body {
      case .file(let whole): (file, range) = (whole, 0..<whole.count)
      case .part(let whole, let part): (file, range) = (whole, part)
      case .stream(let one): stream = one
      case .bytes, .unsent: break
      }
    }
    (self.file, self.stream) = (file, stream)
    isInChunks = stream != nil && !isOld
    bytes = answer.head(
      isInChunks: isInChunks, keepsOpen: keepsOpen, isOld: isOld, date: date)
    guard hasBody, case .bytes(let body) = answer.body else { return }
    if body.count <= OutgoingAnswer.chunkBytes { bytes += body } else { self.body = body }
  }

  /// Writes as much as the socket takes.
  mutating func write(to descriptor: Int32) -> Progress {
    let before = sentBytes
    while true {
      if position < bytes.count {
        let count = bytes.withUnsafeBytes { [position, flags] in
          let rest = UnsafeRawBufferPointer(rebasing: $0[position...])
          return send(descriptor, rest.baseAddress, rest.count, flags)
        }
        if let progress = moved(count) { return progress }
        position += count
      } else if !body.isEmpty {
        (bytes, body, position) = (body, [], 0)
      } else if !range.isEmpty {
        guard sentBytes - before < OutgoingAnswer.turnBytes else { return .blocked }
        let count = wallfarm_send_file(
          descriptor, file?.descriptor ?? -1, UInt64(range.lowerBound),
          min(range.count, OutgoingAnswer.turnBytes))
        if let progress = moved(count) { return progress }
        range = (range.lowerBound + count)..<range.upperBound
      } else if let stream, !isStreamAtEnd {
        if let progress = fill(from: stream) { return progress }
      } else {
        return .done
      }
    }
  }

  private var flags: Int32 {
    Int32(MSG_NOSIGNAL) | (range.isEmpty && body.isEmpty ? 0 : Int32(MSG_MORE))
  }

  /// Counts what was sent; how it goes on where that was nothing.
  private mutating func moved(_ count: Int) -> Progress? {
    // A file that was cut off meanwhile has nothing to send.
    guard count > 0 else {
      return count < 0 && (errno == EAGAIN || errno == EINTR) ? .blocked : .failed
    }
    sentBytes += count
    return nil
  }

  /// Takes a piece of a stream; how it goes on where there is none.
  private mutating func fill(from stream: HTTPStream) -> Progress? {
    var supply = HTTPStream.Supply.nothing
    let piece = [UInt8](unsafeUninitializedCapacity: OutgoingAnswer.chunkBytes) { room, count in
      supply = stream.take(into: UnsafeMutableRawBufferPointer(room))
      if case .bytes(let taken) = supply { count = taken }
    }
    position = 0
    switch supply {
    case .nothing:
      bytes = []
      return .dry
    case .cut: return .failed
    case .end:
      isStreamAtEnd = true
      bytes = isInChunks ? Array("0\r\n\r\n".utf8) : []
    case .bytes(let count):
      bodyBytes += count
      bytes =
        isInChunks
        ? Array((String(count, radix: 16) + "\r\n").utf8) + piece + Array("\r\n".utf8) : piece
    }
    return nil
  }
}
