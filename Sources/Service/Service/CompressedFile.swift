internal import Archives
import HTTP
import WallfarmPluginKit

/// A file in memory that is sent as gzip to clients that accept it (RFC 9110, 8.4.1.3).
struct CompressedFile: Sendable {
  private let file: MemoryFile
  /// The file as gzip, or `nil` if this does not make it smaller.
  private let small: MemoryFile?
  /// The entity tag of the file without quotes.
  private let tag: String
  private let headers: [HTTPHeader]

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: A label, visible in the process's list of open files.
  ///   - tag: The entity tag without quotes.
  ///   - headers: The headers of the response, including `Content-Type`.
  /// - Throws: `output-failed` if there is not enough memory.
  init(
    _ bytes: [UInt8], named name: String, tag: String, headers: [HTTPHeader]
  ) throws(RenderError) {
    file = try MemoryFile(name, bytes)
    let compressed = GzipFile.compressed(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
    small = try compressed.map { (bytes) throws(RenderError) in try MemoryFile(name, bytes) }
    self.tag = tag
    self.headers = headers + [HTTPHeader("Vary", "Accept-Encoding")]
  }

  /// Returns the file, or a 304 response if the client already has it.
  func answer(_ head: HTTPHead, status: Int = 200) -> HTTPAnswer {
    // Each encoding has its own entity tag (RFC 9110, 8.8.3.3).
    let sent = head.acceptsGzip ? small : nil
    let tag = HTTPHeader("ETag", "\"\(tag)\(sent == nil ? "" : "-gzip")\"")
    if status == 200, head.matches(tag.value) {
      return HTTPAnswer(304, [tag] + headers.filter { $0.name != "Content-Type" })
    }
    let encoding = sent.map { _ in [HTTPHeader("Content-Encoding", "gzip")] } ?? []
    return HTTPAnswer(status, [tag] + headers + encoding, .file(sent ?? file))
  }
}

extension HTTPHead {
  /// Whether the client accepts responses in gzip (RFC 9110, 12.5.3).
  fileprivate var acceptsGzip: Bool {
    (header("accept-encoding") ?? "").split(separator: ",").contains { part in
      let words = part.filter { $0 != " " && $0 != "\t" }.lowercased().split(separator: ";")
      guard let name = words.first, ["gzip", "x-gzip", "*"].contains(name) else { return false }
      // A weight of zero refuses the encoding.
      return !words.dropFirst().contains {
        $0.hasPrefix("q=0") && $0.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
      }
    }
  }
}
