public import ContentSources
internal import Designs
public import Files
public import SourceJSON
public import WallfarmCore
public import WallfarmPluginKit

/// A standalone request in JSON, with the keys of a job.
///
/// The job reader also parses requests, so that a key has the same meaning in both formats.
public struct RequestFile: Sendable {
  private let job: Job

  /// The maximum size of a request in bytes.
  ///
  /// The longest possible notes take 2.4 MB if every character is escaped.
  private static let mostBytes = 16 << 20

  /// Reads and checks a request without resolving the names in it.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input. Paths in the request are relative to the file's
  ///     folder or, for standard input, to the current folder.
  ///   - allowsOutside: Whether the request may reference files outside its folder.
  ///   - key: The key for deriving an identifier, if the output pattern needs an identifier.
  ///   - output: The output from the command line, which overrides the output in the request; `nil`
  ///     if there is none.
  ///   - sources: Whether the content can name URLs, and how they are fetched.
  /// - Returns: The request, or all errors in it.
  /// - Throws: `file-unreadable`, `file-too-large`, `invalid-json`.
  public static func read(
    _ path: String, allowsOutside: Bool, key: SecretKey?, output: String?,
    sources: SourceAccess = .refused
  ) throws(RenderError) -> Result<RequestFile, Mistakes> {
    var lines = try FileLines(path)
    let root = try JSONFile.parse(
      try lines.rest(
        limit: mostBytes,
        hint: "check that it is the right file; valid requests are never this large"),
      file: path)
    let folder = PipedFile.input(path) != nil ? "." : Files.folder(of: path)
    var reader = JobReader(
      file: path, files: FileScope(folder: folder, isConfined: !allowsOutside),
      key: key)
    reader.sources = sources
    if let output, output != "-" { reader.typedOutput = output }
    var (job, mistakes) = reader.read(request: root.withoutSchema)
    if output == nil, job?.output == "-", let places = job?.places {
      mistakes.append(places.located(.outputIsNoFile()))
    }
    guard let job, mistakes.isEmpty else {
      return .failure(Mistakes(all: mistakes, rest: job.map(RequestFile.init)))
    }
    return .success(RequestFile(job: job))
  }

  /// Reads and checks a request in the same way as ``read(_:allowsOutside:key:output:sources:)``, but from
  /// JSON in memory.
  ///
  /// - Parameters:
  ///   - root: The JSON of the request.
  ///   - name: A stand-in for the file name in error positions.
  ///   - files: The scope of the files that the request references.
  ///   - makesFixes: Whether the caller can patch the JSON, so that errors include a fix.
  ///   - sources: Whether the content can name URLs, and how they are fetched.
  /// - Returns: The request, or all errors in it.
  public static func read(
    _ root: JSONNode, named name: String, files: FileScope, makesFixes: Bool = true,
    sources: SourceAccess = .refused
  ) -> Result<RequestFile, Mistakes> {
    var reader = JobReader(file: name, files: files, key: nil)
    reader.sources = sources
    reader.makesFixes = makesFixes
    let (job, mistakes) = reader.read(request: root.withoutSchema)
    guard let job, mistakes.isEmpty else {
      return .failure(Mistakes(all: mistakes, rest: job.map(RequestFile.init)))
    }
    return .success(RequestFile(job: job))
  }

  /// All errors in a request.
  public struct Mistakes: Error {
    /// The errors in the order in which they were found; there is at least one error.
    public let all: [RenderError]
    /// The readable part of the request, which may contain further errors.
    public var rest: RequestFile?

    /// Finds further errors in the readable part of the request, except errors in its photo.
    ///
    /// - Parameter check: A function that throws the first error in a request.
    /// - Returns: The errors that are not in ``all``, with their positions.
    public func more(_ check: (RenderRequest) throws(RenderError) -> Void) -> [RenderError] {
      guard let rest else { return [] }
      return RequestMistakes.allWithoutPhoto(in: rest.requests.first ?? rest.job.request, check)
        .map(rest.located).filter { !all.contains($0) }
    }
  }

  /// One request for each device, without an output.
  public var requests: [RenderRequest] {
    job.devices.map { device in
      var request = job.request
      request.show(on: device)
      return request
    }
  }

  /// The output pattern, or `nil` if there is none.
  public var output: String? { job.output }

  /// The value of `{id}` in the output pattern.
  public var id: String { job.id }

  /// The files that the request references, with their keys; outputs must not overwrite them.
  public var inputs: [(key: String, path: String)] { job.inputs }

  /// Returns the path of an output, if it is allowed.
  ///
  /// - Throws: `path-outside`, `output-pattern`.
  public func name(for output: String, allowsOutside: Bool) throws(RenderError) -> String {
    do throws(RenderError) {
      return try OutputRules(
        folder: Files.canonical("."), allowsOutside: allowsOutside, noun: "this folder"
      ).name(for: output)
    } catch {
      throw located(error.confining(self.output))
    }
  }

  /// Returns an error with the position of its value in the file.
  public func located(_ error: RenderError) -> RenderError {
    if case .option(let name) = error.origin, !JobField.names.contains(name),
      !["device", "note"].contains(name)
    {
      return error
    }
    return job.places.located(error)
  }
}

extension RenderError {
  fileprivate static func outputIsNoFile() -> RenderError {
    RenderError(
      .invalidValue, "'output' cannot be '-': expected the name of a file",
      origin: .option("output"), hint: "leave it out, and use --output - on the command line"
    ).remedied(.remove())
  }
}

extension JSONNode {
  /// The object without `$schema`, which editors use to find the schema.
  fileprivate var withoutSchema: JSONNode {
    guard let members else { return self }
    return JSONNode(content: .object(members.filter { $0.key != "$schema" }), place: place)
  }
}
