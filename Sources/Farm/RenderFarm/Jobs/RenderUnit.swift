public import Designs
package import RenderPool
public import SourceJSON
public import WallfarmCore
public import WallfarmPluginKit

/// One picture or film to render, with its complete request.
package struct RenderUnit: Sendable, Hashable {
  /// The identifier, `job/device`.
  package let id: String
  /// The picture or film.
  package var work: Work
  /// The path of the output file, relative to the output folder, or absolute if that is allowed.
  package let output: String
  /// The timeout of an attempt in seconds, or `nil` for the farm's default.
  package let timeout: Double?
  /// The unit's digest computed without the planning time, or `nil` if the picture does not depend
  /// on that time.
  var lasting: String?
  /// The address of the store for the picture and its inputs, or `nil` if they are local files.
  var out: String?
  /// The digests of the inputs, keyed by their paths in the request.
  var inputs: [String: String] = [:]

  /// The picture or film that a unit renders.
  package enum Work: Sendable, Hashable {
    case picture(OrderedRequest)
    case film(FilmOrder)
  }

  package init(id: String, work: Work, output: String, timeout: Double?) {
    (self.id, self.work, self.output, self.timeout) = (id, work, output, timeout)
  }

  /// The unit as JSON on one line.
  package var payload: String {
    var members =
      switch work {
      case .picture(let order): order.members
      case .film(let order): order.members
      }
    members["id"] = .string(id)
    members["output"] = .string(output)
    if let timeout { members["timeout"] = .number(timeout) }
    if let lasting { members[RenderUnit.lasting] = .string(lasting) }
    if let out { members["out"] = .string(out) }
    if !inputs.isEmpty { members["inputs"] = .object(inputs.mapValues(JSONValue.string)) }
    return JSONValue.object(members).text(pretty: false)
  }

  /// The JSON key of the digest ``lasting`` in the payload.
  static let lasting = "lasting"

  /// Decodes ``payload``; returns `nil` if the node is invalid.
  ///
  /// - Throws: The first error in a value of a request.
  init?(_ node: JSONNode) throws(RenderError) {
    guard let id = node["id"]?.string, let work = try Work(node),
      let output = node["output"]?.string
    else { return nil }
    self.init(id: id, work: work, output: output, timeout: node["timeout"]?.number)
    lasting = node[RenderUnit.lasting]?.string
    out = node["out"]?.string
    for member in node["inputs"]?.members ?? [] { inputs[member.key] = member.value.string }
  }

  /// Decodes the payload of a queued unit.
  ///
  /// - Throws: The first error in a value of a request.
  package init?(payload: String) throws(RenderError) {
    guard let node = try? JSONNode(parsing: payload) else { return nil }
    try self.init(node)
  }

  /// Returns a digest of everything that the output file depends on.
  func digest(_ checked: CheckedRequest) -> String {
    var encoding = CanonicalEncoding("wallfarm unit", format: 1)
    encoding.field("file", checked.digest)
    encoding.field("output", output)
    if let out { encoding.field("out", out) }
    return encoding.digest
  }

  /// Returns a digest of everything that a film file depends on.
  func digest(_ film: PlannedFilm) -> String {
    var encoding = CanonicalEncoding("wallfarm film unit", format: 1)
    encoding.field("file", film.digest)
    encoding.field("output", output)
    if let out { encoding.field("out", out) }
    return encoding.digest
  }
}

/// A unit whose payload has been decrypted and decoded.
package struct OpenedUnit: Sendable, Hashable {
  let unit: RenderUnit
  /// The decrypted payload, which is also the request in the unit's order.
  let text: String
  /// The address of the store for the picture and its inputs.
  let out: String
}

extension RenderUnit.Work {
  fileprivate init?(_ node: JSONNode) throws(RenderError) {
    if FilmOrder.isFilm(node) {
      guard let order = FilmOrder(node) else { return nil }
      self = .film(order)
    } else {
      guard let order = try OrderedRequest(node) else { return nil }
      self = .picture(order)
    }
  }

  /// The fields of a job that renders the same picture or film on one device.
  fileprivate var job: [String: JSONValue] {
    switch self {
    case .picture(let order):
      var fields = order.request.fields
      fields["devices"] =
        order.request.described?.described ?? .string(order.request.device)
      if !order.request.settings.isEmpty {
        fields["set"] = .object(
          Dictionary(
            order.request.settings.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
      }
      return fields
    case .film(let order):
      var fields = order.fields
      fields["devices"] = .string(order.device)
      return fields
    }
  }
}

extension UnitRow {
  /// Returns the fields of the unit's job for use in listings, without private text.
  ///
  /// Notes and content are replaced by the number of items and, if there is a key, a digest;
  /// strings in `set` are replaced by their lengths.
  public func publicJob(key: SecretKey?) -> [String: JSONValue] {
    guard let unit = try? RenderUnit(payload: spec.payload, key: key) else { return [:] }
    var fields = unit.work.job
    if let notes = fields["notes"], case .array(let items) = notes {
      var encoding = CanonicalEncoding("wallfarm notes in a listing", format: 1)
      encoding.field("notes", notes.text(pretty: false))
      let code = key.map { " with digest \($0.code(of: encoding).prefix(12))" } ?? ""
      fields["notes"] = .string("\(items.count)\(code)")
    }
    if let content = fields["content"], case .object(let kinds) = content {
      var encoding = CanonicalEncoding("wallfarm content in a listing", format: 1)
      encoding.field("content", content.text(pretty: false))
      let code = key.map { " with digest \($0.code(of: encoding).prefix(12))" } ?? ""
      let counts = ContentKind.allCases.compactMap { kind -> String? in
        guard let list = kinds[kind.rawValue] else { return nil }
        guard case .array(let items) = list, items.count != 1 else { return "1 \(kind.entry)" }
        return "\(items.count) \(kind.rawValue)"
      }
      fields["content"] = .string(counts.joined(separator: ", ") + code)
    }
    // Only plugins know which settings are user-written text, such as a title, so hide all strings.
    fields["set"] = fields["set"].map(UnitRow.withoutWords)
    return fields
  }

  /// Replaces each string with its length.
  private static func withoutWords(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(text.count == 1 ? "1 character" : "\(text.count) characters")
    case .array(let values): .array(values.map(withoutWords))
    case .object(let members): .object(members.mapValues(withoutWords))
    case .null, .bool, .number: value
    }
  }
}

extension UnitRow {
  /// Returns whether the notes, the photo, the theme or the template has changed since the unit was
  /// queued.
  ///
  /// - Parameters:
  ///   - installation: The installed templates and fonts.
  ///   - plugins: The plugins that templates may use.
  ///   - key: The key of the queue.
  /// - Returns: Whether the digest has changed.
  /// - Throws: `fonts-missing`; `payload-damaged` if the unit was changed in the queue;
  ///   `invalid-job` for a film, because films cannot be packed into a bundle; the first error in a
  ///   value of the request.
  public func hasChangedInputs(
    installation: Installation, plugins: PluginRegistry, key: SecretKey
  ) throws(RenderError) -> Bool {
    guard spec.isSealed(with: key), let unit = try RenderUnit(payload: spec.payload, key: key)
    else { throw .payloadDamaged() }
    guard case .picture(let order) = unit.work else { throw .noReproOfFilm() }
    let checker = try RequestChecker(installation: installation, plugins: plugins, key: key)
    do throws(RenderError) {
      return unit.digest(try checker.check(try order.request.withContent())) != spec.digest
    } catch {
      // An invalid request counts as changed.
      return true
    }
  }
}
