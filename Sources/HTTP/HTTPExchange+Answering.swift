internal import CHTTP
internal import Glibc
internal import Synchronization

// How an answer goes to its client: from memory, from a file, or bit by bit.

extension HTTPExchange {
  /// Sends what there is more of.
  func goOn() {
    state.withLock { state in
      guard state.stream != nil, state.isSuspended, let connection = state.connection else {
        return
      }
      state.isSuspended = false
      wallfarm_http_resume(connection.pointer)
    }
  }

  /// Fills a buffer with more of a body; see `wallfarm_http_stream`.
  fileprivate func pull(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      guard let stream = state.stream, let connection = state.connection else { return -2 }
      switch stream.take(into: buffer) {
      case .bytes(let count):
        server.phase(.answering, of: descriptor)
        state.sent?.bytes += count
        return count
      case .end: return -1
      case .cut: return -2
      case .nothing:
        guard server.farewell == nil else { return -2 }
        server.phase(.waiting, of: descriptor)
        state.isSuspended = true
        wallfarm_http_suspend(connection.pointer)
        return 0
      }
    }
  }

  func send(_ answer: HTTPAnswer, _ state: inout State, isRefused: Bool = false) -> Bool {
    guard let connection = state.connection else { return false }
    server.phase(.answering, bytes: answer.body.count, of: descriptor)
    var answer = answer
    var file: Int32 = -1
    switch answer.body {
    case .file(let picture), .part(let picture, _):
      // A place in the file of its own, closed with the answer.
      file = take(picture, &state)
      if file < 0 { answer = server.handler.refusal(.overloaded) }
    case .bytes, .stream, .unsent: break
    }
    state.sent = (answer.status, answer.body.count)
    var words = answer.headers.flatMap { [$0.name, $0.value] }
    // A body of unknown length would be sent in pieces, of which the library sends the last one also for HEAD: those
    // bytes would stand before the next answer.
    var isUnsent = false
    if case .unsent = answer.body { isUnsent = true }
    if isRefused || isUnsent || server.isEnding { words += ["Connection", "close"] }
    return HTTPExchange.withCStrings(words) { headers in
      switch answer.body {
      case .bytes(let bytes):
        return bytes.withUnsafeBytes {
          wallfarm_http_answer(
            connection.pointer, UInt32(answer.status), headers, words.count, $0.baseAddress,
            $0.count, -1, 0)
        }
      case .file(let picture):
        return wallfarm_http_answer(
          connection.pointer, UInt32(answer.status), headers, words.count, nil, picture.count, file,
          0)
      case .part(_, let range):
        return wallfarm_http_answer(
          connection.pointer, UInt32(answer.status), headers, words.count, nil, range.count, file,
          UInt64(range.lowerBound))
      case .stream(let stream):
        state.stream = stream
        stream.hear { [weak self] in self?.goOn() }
        return wallfarm_http_stream(
          connection.pointer, UInt32(answer.status), headers, words.count,
          Unmanaged.passUnretained(self).toOpaque()
        ) { exchange, buffer, most in
          Unmanaged<HTTPExchange>.fromOpaque(exchange).takeUnretainedValue().pull(
            UnsafeMutableRawBufferPointer(start: buffer, count: most))
        }
      case .unsent:
        return wallfarm_http_stream(
          connection.pointer, UInt32(answer.status), headers, words.count, nil, nil)
      }
    } == 0
  }

  /// Opens a file for an answer; -1 where those of all answers are too many, or where it cannot be opened.
  private func take(_ picture: any HTTPFile, _ state: inout State) -> Int32 {
    guard server.answerBudget.take(picture) else { return -1 }
    state.file = picture
    return open("/proc/self/fd/\(picture.descriptor)", O_RDONLY | O_CLOEXEC)
  }

  static func headers(of connection: OpaquePointer) -> [HTTPHeader] {
    var found: [HTTPHeader] = []
    withUnsafeMutablePointer(to: &found) { found in
      wallfarm_http_headers(connection, found) { context, name, nameLength, value, valueLength in
        func text(_ start: UnsafePointer<CChar>, _ count: Int) -> String {
          let bytes = UnsafeRawBufferPointer(start: start, count: count)
          return String(decoding: bytes, as: UTF8.self)
        }
        context.assumingMemoryBound(to: [HTTPHeader].self).pointee.append(
          HTTPHeader(text(name, nameLength), text(value, valueLength)))
      }
    }
    return found
  }

  private static func withCStrings<Result>(
    _ words: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { UnsafePointer<CChar>($0) }
    return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
