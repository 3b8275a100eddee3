internal import CHTTP
internal import Glibc

/// A response that is being sent: bytes, a file sent with sendfile, or a stream.
struct OutgoingAnswer {
  enum Progress {
    case done
    /// The socket's buffer is full, or it is another connection's turn.
    case blocked
    /// The stream has no bytes yet.
    case dry
    case failed
  }

  let status: Int
  /// The length of the body; for a stream, the number of bytes taken from the stream so far.
  private(set) var bodyBytes: Int
  /// The number of bytes sent, including the head.
  private(set) var sentBytes = 0
  /// The file; when the response ends, the connection must release the file's bytes from the
  /// budget.
  let file: (any HTTPFile)?
  let stream: HTTPStream?

  /// The bytes to send now: the head with a small body, a larger body, or a piece of a stream.
  private var bytes: [UInt8]
  /// A body larger than `chunkBytes`, which is kept separate so that all clients share one buffer
  /// without copies.
  private var body: [UInt8] = []
  private var position = 0
  /// The remaining range of the file to send.
  private var range = 0..<0
  private let isInChunks: Bool
  private var isStreamAtEnd = false

  /// The maximum size of a stream chunk, and the maximum number of bytes of a file to send per turn
  /// of a connection.
  private static let chunkBytes = 16 << 10
  private static let turnBytes = 1 << 20

  /// Prepares a response.
  ///
  /// - Parameters:
  ///   - answer: the response.
  ///   - head: the head of the request, or nil if it could not be parsed.
  ///   - id: the identity of the request, or nil if no request was read.
  ///   - keepsOpen: whether the connection stays open after the response.
  ///   - date: the value of `Date`.
  init(
    _ answer: HTTPAnswer, to head: HTTPHead?, id: RequestID?, keepsOpen: Bool, date: [UInt8]
  ) {
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
      isInChunks: isInChunks, keepsOpen: keepsOpen, isOld: isOld, date: date, id: id)
    guard hasBody, case .bytes(let body) = answer.body else { return }
    if body.count <= OutgoingAnswer.chunkBytes { bytes += body } else { self.body = body }
  }

  /// Writes as much as the socket accepts, up to the limit for one turn of a file.
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

  /// Counts sent bytes; returns the progress if no bytes were sent, and nil otherwise.
  private mutating func moved(_ count: Int) -> Progress? {
    // sendfile returns 0 if the file was truncated.
    guard count > 0 else {
      return count < 0 && (errno == EAGAIN || errno == EINTR) ? .blocked : .failed
    }
    sentBytes += count
    return nil
  }

  /// Takes a piece of the stream; returns the progress if there is no piece, and nil otherwise.
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
