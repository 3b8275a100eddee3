import Foundation
private import SourceJSON

/// A TLS server for photos and documents on this machine, which is killed when the object is released.
///
/// The paths that it serves are in `Tests/FetchingTests/server.py`.
public final class PhotoServer {
  /// A folder with the certificate that clients must trust.
  private let folder: TemporaryFolder
  private let documents: TemporaryFolder?
  /// The port on 127.0.0.1.
  public let port: Int
  private let process = Process()
  private let input = Pipe()

  /// Starts the server with the photo file at the given path, or with 1 MiB of sample bytes, and
  /// with the documents in a folder.
  public init(_ photo: String? = nil, documents: TemporaryFolder? = nil) throws {
    folder = try TemporaryFolder()
    self.documents = documents
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments =
      ["\(Workspace.root)/Tests/FetchingTests/server.py", folder.path]
      + [photo ?? ""] + (documents.map { [$0.path] } ?? [])
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    struct NotStarted: Error { let said: String? }
    let said = output.line()
    guard let port = said.flatMap({ Int($0) }) else { throw NotStarted(said: said) }
    self.port = port
  }

  deinit { kill(process.processIdentifier, SIGKILL) }

  /// The path of the certificate that clients must trust.
  public var certificate: String { folder.file("certificate.pem") }

  /// The requests for documents so far: the headers in lowercase, and the `name` of the document.
  public func requests() throws -> [[String: String]] {
    let text = Tool.output(of: "curl", ["-sS", "--cacert", certificate, address("/seen")]) ?? ""
    return (try JSONNode(parsing: text).elements ?? []).map { request in
      Dictionary(
        uniqueKeysWithValues: (request.members ?? []).map { ($0.key, $0.value.string ?? "") })
    }
  }

  /// The options that let a command fetch content from this server.
  public var contentOptions: [String] {
    [
      "--content-from=localhost:\(port)", "--content-network=127.0.0.1/32",
      "--content-authority=\(certificate)",
    ]
  }

  /// The URL of a path on the server.
  public func address(_ path: String) -> String { "https://localhost:\(port)\(path)" }
}
