internal import Archives
internal import Digests
import HTTP
import WallfarmPluginKit

/// The files of the app with which a person edits the pictures: `/p/{token}/` and `/app/{file}`.
///
/// The files are the same for everybody; the page reads the person with the token in its address.
struct PersonApp {
  /// A file with its headers.
  private struct File {
    let file: MemoryFile
    /// The file as gzip, or `nil` if this does not make it smaller.
    let small: MemoryFile?
    let tag: String
    let headers: [HTTPHeader]

    func answer(_ head: HTTPHead, status: Int) -> HTTPAnswer {
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

  private let files: [String: File]

  static let page = "index.html"
  static let worker = "worker.js"
  static let manifest = "app.webmanifest"

  /// The policy of all files: the page loads only files of the service, runs no inline scripts, and
  /// cannot be shown in the frame of another page.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
    "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'", "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// Loads the files that are compiled into the program.
  ///
  /// - Throws: `output-failed` if there is not enough memory.
  init() throws(RenderError) {
    var files: [String: File] = [:]
    for (name, bytes) in Resources.app {
      let small = GzipFile.compressed(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
      files[name] = File(
        file: try MemoryFile("wallfarm app", bytes),
        small: try small.map { (bytes) throws(RenderError) in
          try MemoryFile("wallfarm app", bytes)
        }, tag: String(SHA256.hex(of: bytes).prefix(32)),
        headers: [
          HTTPHeader("Content-Type", PersonApp.type(of: name)),
          HTTPHeader("Vary", "Accept-Encoding"), HTTPHeader("Cache-Control", "no-cache"),
          HTTPHeader("Content-Security-Policy", PersonApp.policy),
          HTTPHeader("Referrer-Policy", "no-referrer"),
          HTTPHeader("X-Content-Type-Options", "nosniff"),
        ])
    }
    self.files = files
  }

  /// Returns a file at `/app/`.
  func shared(_ name: String, _ head: HTTPHead) -> HTTPAnswer {
    guard ![PersonApp.page, PersonApp.worker, PersonApp.manifest].contains(name) else {
      return Problem([.noSuchAddress()]).answer
    }
    return answer(name, head)
  }

  /// Returns a file.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - head: The request.
  ///   - status: 404 for the page of a link that is not valid, which then explains this.
  /// - Returns: The response.
  func answer(_ name: String, _ head: HTTPHead, status: Int = 200) -> HTTPAnswer {
    files[name]?.answer(head, status: status) ?? Problem([.noSuchAddress()]).answer
  }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    default: "application/octet-stream"
    }
  }
}

extension HTTPHead {
  /// Whether the client accepts responses in gzip (RFC 9110, 12.5.3).
  fileprivate var acceptsGzip: Bool {
    (header("accept-encoding") ?? "").split(separator: ",").contains { part in
      let words = part.filter { $0 != " " && $0 != "\t" }.lowercased()
        .split(separator: ";")
      guard let name = words.first, ["gzip", "x-gzip", "*"].contains(name) else { return false }
      // A weight of zero refuses the encoding.
      return !words.dropFirst().contains {
        $0.hasPrefix("q=0") && $0.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
      }
    }
  }
}
