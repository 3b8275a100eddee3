import HTTP

/// Fuzzes the bytes of a connection: a request head, followed by a chunked body.
///
/// The result must not depend on how the bytes are split into packets, and if an accepted head is
/// written again, it must be accepted with the same meaning.
func fuzzConnection(_ bytes: [UInt8]) {
  let whole = scan(bytes, step: bytes.count)
  for step in [1, 7] {
    check(scan(bytes, step: step) == whole, "a head depends on its packets")
  }
  guard case .ended(let end) = whole else { return }
  let read = bytes.withUnsafeBytes { bytes in
    Result { () throws(RequestHeadReader.Fault) in
      try RequestHeadReader.read(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
    }
  }
  guard case .success(let head) = read else { return }
  check(head.ambiguity == nil, "an ambiguous head is accepted")
  check(
    written(head).withUnsafeBytes { try? RequestHeadReader.read($0) } == head,
    "a head changed after encoding")
  guard head.isChunked else { return }
  let body = Array(bytes[end...])
  let (data, fault) = chunks(body, step: body.count)
  for step in [1, 5] {
    let again = chunks(body, step: step)
    check(again.data == data && again.fault == fault, "a body depends on its packets")
  }
}

/// Scans a request head after each packet of `step` bytes, until the head is complete or invalid.
private func scan(_ bytes: [UInt8], step: Int) -> HeadScanner.Progress {
  var scanner = HeadScanner()
  var progress = HeadScanner.Progress.unfinished
  for arrived in stride(from: 0, to: bytes.count, by: max(1, step)) {
    let count = min(bytes.count, arrived + max(1, step))
    progress = bytes.withUnsafeBytes {
      scanner.scan(UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
    guard progress == .unfinished else { break }
  }
  return progress
}

/// Formats an accepted head in canonical form.
private func written(_ head: HTTPHead) -> [UInt8] {
  let authority = head.targetAuthority.map { "http://" + $0 } ?? ""
  let target = authority + head.path + (head.query.map { "?" + $0 } ?? "")
  let lines = head.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
  return Array("\(head.method) \(target) \(head.version)\r\n\(lines)\r\n".utf8)
}

/// Decodes chunks one packet at a time, and returns the data before the end or before the first
/// error.
private func chunks(
  _ bytes: [UInt8], step: Int
) -> (data: [UInt8], fault: ChunkedReader.Fault?) {
  var reader = ChunkedReader()
  var data: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: max(1, step)) {
    let packet = Array(bytes[start..<min(bytes.count, start + max(1, step))])
    do throws(ChunkedReader.Fault) {
      let taken = try packet.withUnsafeBytes { packet in
        Result { () throws(ChunkedReader.Fault) in
          try reader.read(packet) { part in
            data.append(contentsOf: part)
            return true
          }
        }
      }.get()
      check(taken == packet.count || reader.isAtEnd, "bytes of a body were not consumed")
    } catch {
      return (data, error)
    }
    if reader.isAtEnd { break }
  }
  return (data, nil)
}

/// Complete requests as clients send them.
enum RawRequestSeeds {
  static let all = [
    "GET / HTTP/1.1\r\nHost: localhost:8080\r\nUser-Agent: a\r\n\r\n",
    "POST http://a/v1/render?b=c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "3;a=b\r\nabc\r\n1 \r\nd\r\n0\r\nX-Sum: 1\r\n\r\n",
    "PUT /p/a HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc",
    "OPTIONS * HTTP/1.1\r\nhost: [::1]:80\r\nConnection: close, te\r\n\r\n",
  ].map { Array($0.utf8) }
}
