internal import Designs
public import Files
public import SourceJSON
public import WallfarmCore
public import WallfarmPluginKit

/// A request in a JSON file of its own, with the keys of a job.
///
/// The reader of jobs reads it, so that the same words mean the same in both.
public struct RequestFile: Sendable {
  private let job: Job

  /// Most bytes.
  ///
  /// All the notes that a picture may have take 2.4 MB with each character escaped.
  private static let mostBytes = 16 << 20

  /// Reads and checks it, but not what the names in it stand for.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input. Relative paths in it are meant beside it, and in
  ///     the current folder where it is standard input.
  ///   - allowsOutside: whether it may name files that lie elsewhere.
  ///   - key: what an id is made with that is asked for in the output and not given.
  ///   - output: what the command line says instead of its own output; nil where it says nothing.
  /// - Returns: the request, or every mistake in it.
  /// - Throws: `file-unreadable`, `file-too-large`, `invalid-json`.
  public static func read(
    _ path: String, allowsOutside: Bool, key: SecretKey?, output: String?
  ) throws(RenderError) -> Result<RequestFile, Mistakes> {
    var lines = try FileLines(path)
    let root = try JSONFile.parse(
      try lines.rest(
        limit: mostBytes, hint: "no request needs as much; see whether it is the right file"),
      file: path)
    let folder = PipedFile.input(path) != nil ? "." : Files.folder(of: path)
    var reader = JobReader(
      file: path, files: FileScope(folder: folder, isConfined: !allowsOutside),
      key: key)
    if let output, output != "-" { reader.typedOutput = output }
    var (job, mistakes) = reader.read(request: root.withoutSchema)
    if output == nil, job?.fields["output"] == "-", let places = job?.places {
      mistakes.append(places.located(.outputIsNoFile()))
    }
    guard let job, mistakes.isEmpty else { return .failure(Mistakes(all: mistakes)) }
    return .success(RequestFile(job: job))
  }

  /// Reads and checks a request that is in no file, as ``read(_:allowsOutside:key:output:)`` does.
  ///
  /// - Parameters:
  ///   - root: what is written.
  ///   - name: what stands for a file in places.
  ///   - files: where the files that it names may lie.
  /// - Returns: the request, or every mistake in it.
  public static func read(
    _ root: JSONNode, named name: String, files: FileScope
  ) -> Result<RequestFile, Mistakes> {
    let reader = JobReader(file: name, files: files, key: nil)
    let (job, mistakes) = reader.read(request: root.withoutSchema)
    guard let job, mistakes.isEmpty else {
      return .failure(Mistakes(all: mistakes, rest: job.map(RequestFile.init)))
    }
    return .success(RequestFile(job: job))
  }

  /// Everything that is wrong with one.
  public struct Mistakes: Error {
    /// In the order in which they were found; at least one.
    public let all: [RenderError]
    /// The readable part of the request, which may contain further mistakes.
    public var rest: RequestFile?

    /// Finds further mistakes in the readable part of the request.
    ///
    /// - Parameter check: throws the first mistake in a request.
    /// - Returns: the mistakes that are not in ``all``, with their positions.
    public func more(_ check: (RenderRequest) throws(RenderError) -> Void) -> [RenderError] {
      guard let rest else { return [] }
      return RequestMistakes.all(
        in: rest.requests.first ?? rest.job.request,
        // Content that could not be read is missing here; do not report it twice.
        isTold: { $0.code == .noNotes || $0.isOfMissingContent }, check
      ).map(rest.located).filter { !all.contains($0) }
    }
  }

  /// What it asks for, for each of its devices, without an output.
  public var requests: [RenderRequest] {
    job.devices.map { device in
      var request = job.request
      request.device = device.id
      return request
    }
  }

  /// Where it wants the pictures; nil where it does not say.
  public var output: String? {
    guard case .string(let text)? = job.fields["output"] else { return nil }
    return text
  }

  /// What stands for `{id}` in the output.
  public var id: String { job.id }

  /// The files that it names, with the keys they stand under; none of them may be written over.
  public var inputs: [(key: String, path: String)] { job.inputs }

  /// The name of a file that it asks for, where that is allowed.
  ///
  /// - Throws: `path-outside`, `output-pattern`.
  public func name(for output: String, allowsOutside: Bool) throws(RenderError) -> String {
    do throws(RenderError) {
      return try OutputFolder(".", allowsOutside: allowsOutside, hasQueue: false).name(for: output)
    } catch {
      throw located(error)
    }
  }

  /// A mistake that was found in its words, at the place where they stand.
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
      origin: .option("output"), hint: "leave it out, and say --output - on the command line")
  }
}

extension JSONNode {
  /// An object without the key by which editors find its schema.
  fileprivate var withoutSchema: JSONNode {
    guard let members else { return self }
    return JSONNode(content: .object(members.filter { $0.key != "$schema" }), place: place)
  }
}
