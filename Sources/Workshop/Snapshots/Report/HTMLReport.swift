internal import Designs
internal import Digests
internal import Files
import Pages
internal import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A run as a self-contained page, from `Resources/report.html`.
struct HTMLReport {
  private let run: SnapshotRun
  private let results: ResultsFolder

  /// The maximum total size of embedded pictures in bytes.
  ///
  /// Additional pictures are linked, so that the page stays small enough for browsers to open.
  private static let mostBytes = 32 << 20

  init(_ run: SnapshotRun, results: ResultsFolder) { (self.run, self.results) = (run, results) }

  /// Returns the bytes of the page as consecutive pieces.
  ///
  /// - Throws: `file-unreadable` for a picture in the results.
  func pieces() throws(RenderError) -> [[UInt8]] {
    SelfContainedPage.pieces(
      Resources.reportPage, title: "Snapshots of \(run.suite.folder.file)",
      data: try data())
  }

  private var command: String { run.suite.folder.approveCommand }

  private func data() throws(RenderError) -> JSONValue {
    var groupOf: [String: Int] = [:]
    for group in run.groups { for name in group.members { groupOf[name] = group.number } }
    var bytes = 0
    var entries: [JSONValue] = []
    // Sort the pictures by group, so that the pictures of the first groups are embedded.
    let order = run.results.enumerated().sorted { one, other in
      let (a, b) = (groupOf[one.element.name] ?? .max, groupOf[other.element.name] ?? .max)
      return (a, one.offset) < (b, other.offset)
    }
    for (_, result) in order {
      entries.append(try entry(result, group: groupOf[result.name], &bytes))
    }
    var notices: [String] = []
    if !run.strays.isEmpty {
      let list = run.strays.prefix(5).joined(separator: ", ") + (run.strays.count > 5 ? " …" : "")
      notices.append(
        run.strays.count == 1
          ? "1 reference does not belong to any snapshot: \(list)"
          : "\(run.strays.count) references do not belong to any snapshot: \(list)")
    }
    return [
      "suite": .string(run.suite.folder.file), "folder": .string(run.suite.folder.path),
      "made": .string(Wallfarm.title),
      "summary": .object(run.summary.mapValues { .number(Double($0)) }),
      "toolchain": .array(
        Wallfarm.libraries.map { .string("\($0.name) \($0.version)") }),
      "notices": .array(notices.map(JSONValue.string)),
      "groups": .array(
        run.groups.map { group in
          let approve = "\(command) --group \(group.number)"
          return group.json.adding(["approve": group.isAcceptable ? .string(approve) : .null])
        }),
      "snapshots": .array(entries),
    ]
  }

  private func entry(
    _ result: SnapshotResult, group: Int?, _ bytes: inout Int
  ) throws(RenderError) -> JSONValue {
    let size = result.size ?? result.device.pixels
    var members: [String: JSONValue] = [
      "name": .string(result.name), "snapshot": .string(result.title),
      "device": .string(result.device.id), "deviceName": .string(result.device.name),
      "verdict": .string(result.isRecorded ? Verdict.same.rawValue : result.verdict.rawValue),
      "group": group.map { .number(Double($0)) } ?? .null,
      "cause": result.cause.map { .string($0.sentence) } ?? .null,
      "words": .array(result.words.map(JSONValue.string)),
      "error": result.error?.json ?? .null,
      "size": .array([.number(Double(size.width)), .number(Double(size.height))]),
      "scale": .number((result.scale * 1000).rounded() / 1000),
      "pixels": result.pixels?.json ?? .null,
      "note": result.note.map(JSONValue.string) ?? .null,
      "approve": result.actual == nil
        ? .null : .string("\(command) \(ShellWord.quoted(result.name))"),
    ]
    var files: [String: JSONValue] = [:]
    for role in PictureRole.allCases {
      let path = result.files[role]
      files[role.rawValue] = path.map(JSONValue.string) ?? .null
      members[role.rawValue] =
        try path.map { (path) throws(RenderError) in
          try picture(path, &bytes)
        } ?? .null
    }
    members["files"] = .object(files)
    return .object(members)
  }

  /// Returns a picture as a data URI, or null if the page has reached the limit for embedded
  /// pictures.
  private func picture(_ path: String, _ bytes: inout Int) throws(RenderError) -> JSONValue {
    guard bytes < Self.mostBytes,
      let file = try WrittenFile.bytes(of: path, limit: 256 << 20)
    else { return .null }
    bytes += file.count
    return .string("data:image/png;base64," + Base64.text(of: file))
  }
}

extension JSONValue {
  fileprivate func adding(_ more: [String: JSONValue]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.merging(more) { $1 })
  }
}
