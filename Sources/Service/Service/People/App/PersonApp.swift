internal import Digests
import HTTP
import WallfarmPluginKit

/// The files of the app with which a person edits the pictures: `/p/{token}/` and `/app/{file}`.
///
/// The files are the same for everybody; the page reads the person with the token in its address.
struct PersonApp {
  private let files: [String: CompressedFile]

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
    var files: [String: CompressedFile] = [:]
    for (name, bytes) in Resources.app {
      files[name] = try CompressedFile(
        bytes, named: "wallfarm app", tag: String(SHA256.hex(of: bytes).prefix(32)),
        headers: [
          HTTPHeader("Content-Type", PersonApp.type(of: name)),
          HTTPHeader("Cache-Control", "no-cache"),
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
