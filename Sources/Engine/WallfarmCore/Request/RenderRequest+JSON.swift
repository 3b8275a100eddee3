internal import Designs
internal import Files
public import SourceJSON
public import WallfarmPluginKit

/// The JSON form of a request, which is used in orders, in queues and by workers.
///
/// It omits the output, because each process chooses its own output.
extension RenderRequest {
  /// The members of the JSON object that ``init(_:)`` reads.
  public var members: [String: JSONValue] {
    var members = files.members
    (members["device"], members["job"]) = (.string(device), .object(fields))
    members["screen"] = ownDevice?.described
    // The order of settings matters, and JSON objects are unordered.
    if !settings.isEmpty { members["settings"] = .array(settings.map(\.json)) }
    return members
  }

  /// The device, if another process may not know it because it is not part of the installation.
  private var ownDevice: Device? {
    if let described, described.id == device { return described }
    guard DeviceCatalog.knowsOwn, let known = try? DeviceCatalog.known.device(device), known.isOwn
    else { return nil }
    return known
  }

  /// The values of the request's fields by key, without default values, the device and the
  /// settings.
  public var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    for field in RequestField.all { fields[field.name] = field.write(self) }
    return fields
  }

  /// Reads ``members`` from an object, ignoring other members and without opening content files.
  ///
  /// Requests written by older versions contain some or all of their settings in the field `set`.
  ///
  /// - Returns: nil if the object is not a request.
  /// - Throws: the first error in a value.
  public init?(_ node: JSONNode) throws(RenderError) {
    guard let device = node["device"]?.string, let job = node["job"]?.members,
      let files = FileScope(node)
    else { return nil }
    let written = node["settings"]?.elements ?? []
    let settings = written.compactMap { Setting($0) }
    guard settings.count == written.count else { return nil }
    var reader = RequestReader(
      Dictionary(job.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }),
      files: files)
    reader.settings = settings
    reader.readsContentFiles = false
    self = try reader.request()
    self.device = device
    guard let screen = node["screen"] else { return }
    var screens = DeviceReader(file: WrittenPlaces.ownFile)
    let described = screens.described(screen)
    if let first = screens.problems.first { throw first }
    if let described { show(on: described) }
  }

  /// Returns the request with the content of its ``contentFiles`` instead of their names.
  ///
  /// - Throws: the first error in a file, such as `file-unreadable`.
  public func withContent() throws(RenderError) -> RenderRequest {
    guard contentFiles != ContentFiles() else { return self }
    var request = self
    var draft = RequestDraft(RequestReader([:], files: files, now: now, zone: zone))
    request.content = try draft.content(of: self)
    request.contentFiles = ContentFiles()
    return request
  }
}
