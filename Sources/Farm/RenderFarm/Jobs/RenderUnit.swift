public import Designs
import RenderPool
public import SourceJSON
public import WallfarmCore
public import WallfarmPluginKit

/// One picture to make, as a worker gets it: everything that its request is made of.
struct RenderUnit: Sendable, Hashable {
  /// `job/device`.
  let id: String
  let order: OrderedRequest
  /// The file to write: relative to the folder of the batch, or absolute where that was allowed.
  let output: String
  /// Most seconds for one attempt; nil for the farm's own.
  let timeout: Double?
  /// The digest that it would have at another time, where the picture depends on when it was planned; nil where
  /// it does not.
  var lasting: String?
  /// What a farm knows of it where it is a film; nil for a picture.
  var film: FilmShape?
  /// The store that the picture goes to, and that its inputs are in; nil where both are files of this machine.
  var out: String?
  /// The digests of its inputs, by the paths that its request comes to.
  var inputs: [String: String] = [:]

  /// JSON on one line.
  var payload: String {
    var members = order.members
    members["id"] = .string(id)
    members["output"] = .string(output)
    if let timeout { members["timeout"] = .number(timeout) }
    if let lasting { members["lasting"] = .string(lasting) }
    if let film { members["film"] = film.json }
    if let out { members["out"] = .string(out) }
    if !inputs.isEmpty { members["inputs"] = .object(inputs.mapValues(JSONValue.string)) }
    return JSONValue.object(members).text(pretty: false)
  }

  init(id: String, order: OrderedRequest, output: String, timeout: Double?) {
    self.id = id
    self.order = order
    self.output = output
    self.timeout = timeout
  }

  /// Reads what ``payload`` wrote; nil for anything else.
  init?(_ node: JSONNode) {
    guard let id = node["id"]?.string, let order = OrderedRequest(node),
      let output = node["output"]?.string
    else { return nil }
    self.init(id: id, order: order, output: output, timeout: node["timeout"]?.number)
    lasting = node["lasting"]?.string
    film = node["film"].flatMap { FilmShape($0) }
    out = node["out"]?.string
    for member in node["inputs"]?.members ?? [] { inputs[member.key] = member.value.string }
  }

  /// Reads the payload of a unit in a queue.
  init?(payload: String) {
    guard let node = try? JSONNode(parsing: payload) else { return nil }
    self.init(node)
  }

  /// Changes when something changes that its file depends on.
  func digest(_ checked: CheckedRequest) -> String {
    var encoding = CanonicalEncoding("wallfarm unit", format: 1)
    encoding.field("file", checked.digest)
    encoding.field("output", output)
    if let out { encoding.field("out", out) }
    return encoding.digest
  }

  /// The same of a film.
  func digest(_ film: PlannedFilm) -> String {
    var encoding = CanonicalEncoding("wallfarm film unit", format: 1)
    encoding.field("file", film.shape.digest)
    encoding.field("output", output)
    if let out { encoding.field("out", out) }
    return encoding.digest
  }
}

extension UnitRow {
  /// The keys of its job for listings: in place of notes and content, how many there are and, where there
  /// is a key, the beginning of their code under it; in place of texts in `set`, how long they are.
  public func publicJob(key: SecretKey?) -> [String: JSONValue] {
    guard let unit = RenderUnit(payload: spec.payload, key: key) else { return [:] }
    var fields = unit.order.fields
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
    // A setting may be a title that somebody wrote; which of them are is known to plugins only.
    fields["set"] = fields["set"].map(UnitRow.withoutWords)
    return fields
  }

  /// A value with the lengths of its texts in their place.
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
  /// Whether notes, photo, theme or template are others now than when it was queued.
  ///
  /// - Parameters:
  ///   - installation: where templates and fonts are.
  ///   - plugins: what templates may use.
  ///   - key: the key of the queue.
  /// - Returns: whether its digest is another one now.
  /// - Throws: `fonts-missing`; `payload-damaged` where the unit itself was changed in the queue; `invalid-job` for a
  ///   film, which is never packed up.
  public func hasChangedInputs(
    installation: Installation, plugins: PluginRegistry, key: SecretKey
  ) throws(RenderError) -> Bool {
    guard spec.isSealed(with: key), let unit = RenderUnit(payload: spec.payload, key: key) else {
      throw .payloadDamaged()
    }
    if unit.film != nil { throw .noReproOfFilm() }
    let checker = try RequestChecker(installation: installation, plugins: plugins, key: key)
    do throws(RenderError) {
      return unit.digest(try checker.check(try unit.order.request())) != spec.digest
    } catch {
      // What cannot be checked any more is not what it was.
      return true
    }
  }
}
