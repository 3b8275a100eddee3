public import Files
public import SourceJSON
public import WallfarmCore
public import WallfarmPluginKit

/// One picture as values: the keys of a job, its device, and where its files are.
///
/// It is what a worker gets. Everything that its author can write is in it; where the picture goes is
/// not, because that is up to the process outside.
public struct OrderedRequest: Sendable, Hashable {
  /// Id of a device.
  public var device: String
  /// The keys of a job, with the defaults of its file.
  public var fields: [String: JSONValue]
  /// Values of parameters, after those among the keys and in this order.
  public var settings: [Setting]
  /// Where relative paths are meant, and whether they may lead elsewhere.
  public var files: FileScope
  /// The planned inputs to verify; nil to render the current inputs.
  public var planned: PlannedInputs?

  /// Makes a request from its parts.
  public init(
    device: String, fields: [String: JSONValue], settings: [Setting] = [], files: FileScope
  ) {
    self.device = device
    self.fields = fields
    self.settings = settings
    self.files = files
  }

  /// Takes over everything but the output.
  public init(_ request: RenderRequest) {
    self.init(
      device: request.device, fields: request.fields, settings: request.settings,
      files: request.files)
  }

  /// The members of an object that ``init(_:)`` reads.
  public var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "device": .string(device), "job": .object(fields), "folder": .string(files.folder),
      "confined": .bool(files.isConfined),
    ]
    if !settings.isEmpty { members["settings"] = .array(settings.map(\.json)) }
    if let planned { members["planned"] = .object(planned.digests.mapValues(JSONValue.string)) }
    return members
  }

  /// JSON on one line.
  public var text: String { JSONValue.object(members).text(pretty: false) }

  /// Reads ``members``, among others or alone; nil for anything else.
  public init?(_ node: JSONNode) {
    guard let device = node["device"]?.string, let job = node["job"],
      case .object(let fields) = job.plain, let folder = node["folder"]?.string,
      let isConfined = node["confined"]?.bool
    else { return nil }
    self.init(
      device: device, fields: fields,
      settings: (node["settings"]?.elements ?? []).compactMap { Setting($0) },
      files: FileScope(folder: folder, isConfined: isConfined))
    // Units of an older version have no planned inputs.
    guard let members = node["planned"]?.members else { return }
    planned = PlannedInputs(
      digests: Dictionary(
        members.map { ($0.key, $0.value.string ?? "") }, uniquingKeysWith: { $1 }))
  }

  /// What is to be rendered; its output is up to the caller.
  ///
  /// - Throws: mistakes that were not there when the job was checked, such as notes that are gone.
  public func request() throws(RenderError) -> RenderRequest {
    var reader = RequestReader(fields.mapValues { JSONNode($0) }, files: files)
    reader.settings = settings
    var request = try reader.request()
    request.device = device
    return request
  }
}
