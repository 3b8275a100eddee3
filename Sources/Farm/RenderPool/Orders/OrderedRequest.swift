public import Files
public import SourceJSON
public import WallfarmCore
public import WallfarmPluginKit

/// A request for one picture as a worker receives it: job keys, device and folder.
///
/// It contains everything that the author of a job can write. The output is not part of it, because
/// the pool's process decides it.
public struct OrderedRequest: Sendable, Hashable {
  /// ID of the device.
  public var device: String
  /// The keys of the job, merged with the defaults of its file.
  public var fields: [String: JSONValue]
  /// Parameter values in order, applied after those among the keys.
  public var settings: [Setting]
  /// The folder of relative paths, and whether paths must stay within it.
  public var files: FileScope
  /// The planned inputs to verify; nil to render the current inputs.
  public var planned: PlannedInputs?

  /// Creates a request from its parts.
  public init(
    device: String, fields: [String: JSONValue], settings: [Setting] = [], files: FileScope
  ) {
    self.device = device
    self.fields = fields
    self.settings = settings
    self.files = files
  }

  /// Converts a render request, without its output.
  public init(_ request: RenderRequest) {
    self.init(
      device: request.device, fields: request.fields, settings: request.settings,
      files: request.files)
  }

  /// The members of the JSON object that ``init(_:)`` reads.
  public var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "device": .string(device), "job": .object(fields), "folder": .string(files.folder),
      "confined": .bool(files.isConfined),
    ]
    if !settings.isEmpty { members["settings"] = .array(settings.map(\.json)) }
    if let planned { members["planned"] = .object(planned.digests.mapValues(JSONValue.string)) }
    return members
  }

  /// The JSON object on one line.
  public var text: String { JSONValue.object(members).text(pretty: false) }

  /// Reads ``members`` from an object, ignoring others; nil if it is invalid.
  public init?(_ node: JSONNode) {
    guard let device = node["device"]?.string, let job = node["job"],
      case .object(let fields) = job.plain, let folder = node["folder"]?.string,
      let isConfined = node["confined"]?.bool
    else { return nil }
    let written = node["settings"]?.elements ?? []
    let settings = written.compactMap { Setting($0) }
    guard settings.count == written.count else { return nil }
    self.init(
      device: device, fields: fields, settings: settings,
      files: FileScope(folder: folder, isConfined: isConfined))
    // Units of an older version have no planned inputs.
    guard let members = node["planned"]?.members else { return }
    planned = PlannedInputs(
      digests: Dictionary(
        members.map { ($0.key, $0.value.string ?? "") }, uniquingKeysWith: { $1 }))
  }

  /// The render request; the caller sets its output.
  ///
  /// - Throws: errors that occurred after the job was checked, such as deleted notes.
  public func request() throws(RenderError) -> RenderRequest {
    var reader = RequestReader(fields.mapValues { JSONNode($0) }, files: files)
    reader.settings = settings
    var request = try reader.request()
    request.device = device
    return request
  }
}
