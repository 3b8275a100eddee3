internal import Glibc

/// Parses a multipart body from beginning to end.
struct MultipartReader {
  private let body: [UInt8]
  private let delimiter: MultipartDelimiter
  private var place = 0

  init(_ body: [UInt8], _ boundary: String) {
    (self.body, delimiter) = (body, MultipartDelimiter(boundary))
  }

  /// Skips the first boundary, which is not preceded by a line end; returns whether the body begins
  /// with it.
  mutating func beginsWithBoundary() -> Bool { take(delimiter.line) }

  /// Reads the end of a boundary line; returns whether another part follows.
  mutating func hasPart(afterPart part: Int) throws(MultipartBody.Flaw) -> Bool {
    if take(MultipartDelimiter.lineEnd) { return true }
    guard take(MultipartDelimiter.dashes) else {
      // The body is truncated, or the line contains other text.
      throw body.count - place < 2 ? .noEnd : .brokenBoundary(afterPart: part)
    }
    guard place == body.count || body[place...].elementsEqual(MultipartDelimiter.lineEnd) else {
      throw .afterEnd
    }
    return false
  }

  /// Reads a part and the boundary that follows it.
  mutating func part(_ number: Int) throws(MultipartBody.Flaw) -> MultipartBody.Part {
    let headers = try headers(of: number)
    func value(_ name: String) throws(MultipartBody.Flaw) -> String? {
      let found = headers.filter { $0.name == name }
      guard found.count <= 1 else { throw .repeatedHeader(name, part: number) }
      return found.first?.value
    }
    let disposition = try MultipartReader.disposition(value("content-disposition"), number)
    let type = try value("content-type")
    if let coding = try value("content-transfer-encoding"),
      !["binary", "7bit", "8bit"].contains(coding.lowercased())
    {
      throw .encoded(String(coding.prefix(40)), part: number)
    }
    // Some other parsers would end the part here, because they accept a boundary at the start of
    // any line.
    guard !body[place...].starts(with: delimiter.line) else {
      throw .brokenBoundary(afterPart: number)
    }
    guard let end = delimiter.find(in: body, from: place) else { throw .noEnd }
    defer { place = end + delimiter.bytes.count }
    return MultipartBody.Part(
      name: disposition.name, fileName: disposition.file, contentType: type,
      bytes: body[place..<end])
  }

  /// Reads the headers of a part, with lowercase names, and the empty line.
  private mutating func headers(
    of part: Int
  ) throws(MultipartBody.Flaw) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    let limit = min(body.count, place + MultipartBody.mostHeaderBytes)
    while true {
      guard let end = body[place..<limit].firstIndex(of: 0x0D), end + 1 < limit else {
        throw limit == body.count ? .noEnd : .headersTooLong(part: part)
      }
      let line = body[place..<end]
      guard body[end + 1] == 0x0A else { throw .brokenHeader(part: part) }
      place = end + 2
      if line.isEmpty { return headers }
      guard headers.count < MultipartBody.mostHeaders else { throw .tooManyHeaders(part: part) }
      guard !line.starts(with: delimiter.line) else { throw .brokenHeader(part: part) }
      headers.append(try MultipartReader.header(line, part))
    }
  }

  private static func header(
    _ line: ArraySlice<UInt8>, _ part: Int
  ) throws(MultipartBody.Flaw) -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(FieldScanner.isToken), line.allSatisfy(FieldScanner.isText)
    else { throw .brokenHeader(part: part) }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var value = line[(colon + 1)...].drop(while: isBlank)
    while let last = value.last, isBlank(last) { value = value.dropLast() }
    guard let text = String(validating: value, as: UTF8.self) else { throw .notUTF8(part: part) }
    return (String(decoding: line[..<colon], as: UTF8.self).lowercased(), text)
  }

  /// Reads the field name and the file name from a Content-Disposition header (RFC 7578, 4.2).
  private static func disposition(
    _ value: String?, _ part: Int
  ) throws(MultipartBody.Flaw) -> (name: String, file: String?) {
    guard let value else { throw .noFormData(part: part) }
    var scanner = FieldScanner(value, escapes: .quoteAndBackslash)
    guard scanner.word()?.lowercased() == "form-data" else { throw .noFormData(part: part) }
    guard let parameters = scanner.parameters() else { throw .brokenDisposition(part: part) }
    let names = parameters.filter { $0.name == "name" }
    let files = parameters.filter { $0.name == "filename" }
    guard names.count <= 1, files.count <= 1 else { throw .brokenDisposition(part: part) }
    guard let name = names.first?.value, !name.isEmpty else { throw .noName(part: part) }
    return (name, files.first?.value)
  }

  private mutating func take(_ bytes: [UInt8]) -> Bool {
    guard body[place...].starts(with: bytes) else { return false }
    place += bytes.count
    return true
  }
}

/// The delimiter between parts: a line end, two hyphens and the boundary.
package struct MultipartDelimiter {
  static let lineEnd = Array("\r\n".utf8)
  static let dashes = Array("--".utf8)

  let bytes: [UInt8]
  /// The delimiter without the leading line end.
  let line: [UInt8]

  package init(_ boundary: String) {
    line = MultipartDelimiter.dashes + Array(boundary.utf8)
    bytes = MultipartDelimiter.lineEnd + line
  }

  /// The position of the first occurrence at or after `start`, or nil if there is none.
  package func find(in body: [UInt8], from start: Int) -> Int? {
    body.withUnsafeBufferPointer { body in
      var place = start
      while let candidate = candidate(in: body, from: place) {
        if candidate.length == bytes.count { return candidate.place }
        place = candidate.place + candidate.length
      }
      return nil
    }
  }

  /// The next position at which the delimiter may begin, and the number of its bytes that match
  /// there.
  ///
  /// A carriage return occurs only as the first byte of the delimiter, so no later byte of a
  /// partial match can start another match. Each byte is examined at most twice.
  package func candidate(
    in body: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (place: Int, length: Int)? {
    guard start < body.count, let base = body.baseAddress,
      let found = memchr(base + start, 0x0D, body.count - start)
    else { return nil }
    let place = UnsafeRawPointer(found) - UnsafeRawPointer(base)
    var length = 1
    while length < bytes.count, place + length < body.count, body[place + length] == bytes[length] {
      length += 1
    }
    return (place, length)
  }
}
