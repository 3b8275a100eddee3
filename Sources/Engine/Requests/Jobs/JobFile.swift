import Files
package import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// Reads the jobs in a file, which can have one of three formats.
///
/// The first format is an object with the members `version`, `defaults` and `jobs`. The second is a
/// list of jobs. The third is JSON Lines, with one job per line. Only JSON Lines files are read as
/// streams.
package struct JobFile {
  /// The supported version of the format.
  static let version = 1
  /// The maximum size in bytes of a file that is read into memory; this limit allows millions of
  /// jobs.
  static let mostBytes = 1 << 30

  private static let longFile =
    "write JSON Lines, with one job per line; such a file has no size limit"

  /// The path; `-` is standard input.
  private let path: String

  /// Creates a reader for a file.
  package init(path: String) { self.path = path }

  /// A job as JSON.
  package struct Entry {
    /// The JSON of the job, with its source position.
    package let node: JSONNode
    /// The JSON Pointer to the job in its document, which is the whole file or, for JSON Lines, the
    /// job's line.
    let pointer: JSONPointer
  }

  /// Reads all jobs of the file.
  ///
  /// - Parameters:
  ///   - begin: Receives the defaults before the first job.
  ///   - body: Receives each job.
  /// - Returns: Errors that do not belong to a job, such as invalid JSON and unknown keys.
  /// - Throws: `file-unreadable`, `file-too-large`.
  package func read(
    begin: (JSONNode?) -> Void, _ body: (Entry) -> Void
  ) throws(RenderError) -> [RenderError] {
    var lines = try FileLines(path)
    var blanks = 0
    while let line = try lines.next() {
      let words = line.drop { " \t\r".utf8.contains($0) || [0xEF, 0xBB, 0xBF].contains($0) }
      if words.isEmpty || words.starts(with: "//".utf8) {
        blanks += 1
        continue
      }
      guard let mark = words.first, "{[/".utf8.contains(mark) else { return [.noJobFile(path)] }
      // If the first line is a complete object without `jobs`, it is a job, so the file is JSON
      // Lines.
      let first = parsed(line, lines.number)
      let isLines = name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson")
      let node = try? first.get()
      if isLines || (node?.members != nil && node?["jobs"] == nil) {
        begin(nil)
        return try stream(first, lines, body)
      }
      lines.putBack(line)
      return try whole(
        [UInt8](repeating: UInt8(ascii: "\n"), count: blanks)
          + lines.rest(limit: JobFile.mostBytes, hint: JobFile.longFile), begin, body)
    }
    return [.noJob(path)]
  }

  private var name: String { path.lowercased() }

  private func parsed(_ line: [UInt8], _ number: Int) -> Result<JSONNode, JSONSyntaxError> {
    Result { () throws(JSONSyntaxError) in try JSONNode(parsing: line, firstLine: number) }
  }

  private func stream(
    _ first: Result<JSONNode, JSONSyntaxError>, _ rest: consuming FileLines,
    _ body: (Entry) -> Void
  ) throws(RenderError) -> [RenderError] {
    var problems: [RenderError] = []
    func add(_ job: Result<JSONNode, JSONSyntaxError>) {
      switch job {
      case .success(let node): body(Entry(node: node, pointer: JSONPointer()))
      case .failure(let error): problems.append(.invalidJSON(error, file: path))
      }
    }
    add(first)
    var lines = rest
    while let line = try lines.next() {
      let words = line.drop { " \t\r".utf8.contains($0) }
      if !words.isEmpty && !words.starts(with: "//".utf8) { add(parsed(line, lines.number)) }
    }
    return problems
  }

  private func whole(
    _ bytes: [UInt8], _ begin: (JSONNode?) -> Void, _ body: (Entry) -> Void
  ) throws(RenderError) -> [RenderError] {
    // Parse the file twice, because other members may follow `jobs`: first parse all members except
    // `jobs`, then parse the jobs.
    var members: [JSONMember]?
    var syntax: RenderError?
    do {
      members = try JSONNode.walk(bytes, key: "jobs") { _ in }
    } catch {
      syntax = .invalidJSON(error, file: path)
    }
    let problems = (members.map(headerProblems) ?? []) + (syntax.map { [$0] } ?? [])
    begin(members?.first { $0.key == "defaults" }?.value)
    let list = JSONPointer(members == nil ? [] : ["jobs"])
    var count = 0
    _ = try? JSONNode.walk(bytes, key: "jobs") {
      body(Entry(node: $0, pointer: list.appending("\(count)")))
      count += 1
    }
    // An empty list is an error. Otherwise, it would remove all units that were rendered earlier.
    return problems.isEmpty && count == 0 ? [.noJob(path)] : problems
  }

  private func headerProblems(_ members: [JSONMember]) -> [RenderError] {
    let known = ["version", "defaults", "jobs", "$schema"]
    let start = SourcePlace(line: 1, column: 0, offset: 0)
    var places = WrittenPlaces(file: path, start: start, label: nil)
    places.hidesUnknownKeys = true
    places.add(
      document: JSONNode(content: .object(members), place: start), at: JSONPointer())
    var problems = members.filter { !known.contains($0.key) }.map { member in
      places.labelled(
        .unknownPersonalKey(
          member.key, in: "a job file", known: known, origin: origin(of: member.keyPlace)))
    }
    func wrong(_ key: String, _ expected: String, _ node: JSONNode) {
      problems.append(
        .invalidValue(
          "'\(key)'", expected: expected, got: node.shown, origin: origin(of: node.place)))
    }
    for member in members {
      switch member.key {
      case "version" where member.value.number != Double(JobFile.version):
        wrong("version", "\(JobFile.version)", member.value)
      case "defaults" where member.value.members == nil:
        wrong("defaults", "an object", member.value)
      case "jobs" where member.value.elements == nil: wrong("jobs", "a list of jobs", member.value)
      default: break
      }
    }
    if !members.contains(where: { $0.key == "jobs" }) {
      problems.append(
        RenderError(
          .invalidJob, "a job file needs the key 'jobs'", origin: .file(path),
          hint: #"write {"jobs": [ … ]}, a list of jobs, or one job per line"#))
    }
    return problems
  }

  private func origin(of place: SourcePlace) -> Origin { place.origin(in: path) }
}

extension RenderError {
  fileprivate static func noJob(_ path: String) -> RenderError {
    RenderError(
      .invalidJob, "'\(path)' contains no jobs", origin: .file(path),
      hint: #"write {"jobs": [{"devices": "iphone15", "notes": ["Buy milk"]}]}"#)
  }

  fileprivate static func noJobFile(_ path: String) -> RenderError {
    RenderError(
      .invalidJob, "'\(path)' is not a job file: it is neither an object nor a list",
      origin: .file(path),
      hint: #"write {"jobs": [ … ]}, a list of jobs, or one job per line"#)
  }
}
