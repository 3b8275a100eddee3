import Foundation

/// A TLS server for photos on this machine, which is killed when the object is released.
///
/// The paths that it serves are in `Tests/FetchingTests/server.py`.
public final class PhotoServer {
  /// A folder with the certificate that clients must trust.
  private let folder: TemporaryFolder
  /// The port on 127.0.0.1.
  public let port: Int
  private let process = Process()
  private let input = Pipe()

  /// Starts the server with the photo file at the given path, or with 1 MiB of sample bytes.
  public init(_ photo: String? = nil) throws {
    folder = try TemporaryFolder()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments =
      ["\(Workspace.root)/Tests/FetchingTests/server.py", folder.path]
      + (photo.map { [$0] } ?? [])
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

  /// The URL of a path on the server.
  public func address(_ path: String) -> String { "https://localhost:\(port)\(path)" }
}
