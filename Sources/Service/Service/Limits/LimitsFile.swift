internal import Files
internal import SourceJSON
public import WallfarmPluginKit

extension ServiceLimits {
  private typealias Setter = @Sendable (inout ClientLimits, Int) -> Void

  /// The limits in a file, with the maximum value of each.
  private static let keys: [(name: String, most: Int, set: Setter)] =
    [
      ("requests", 1 << 20, { $0.requests = $1 }), ("concurrent", 1 << 16, { $0.concurrent = $1 }),
      ("people", 1 << 40, { $0.people = $1 }), ("uploads", 1 << 40, { $0.uploads = $1 }),
      ("sources", 1 << 40, { $0.sources = $1 }), ("bytes", 1 << 50, { $0.bytes = $1 }),
    ]
  /// Maximum number of clients with limits of their own.
  private static let mostClients = 10_000

  /// Reads a file of limits.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - names: The names of the clients that have keys, if the file must not name other clients.
  ///   - origin: The source of the path, for messages.
  /// - Throws: the first error in the file, or `file-unreadable`.
  public init(
    file path: String, clients names: Set<String>?, origin: Origin
  ) throws(RenderError) {
    let node: JSONNode
    do throws(RenderError) {
      node = try JSONFile.parse(try Files.read(path, limit: 4 << 20), file: path)
    } catch {
      guard error.code == .fileUnreadable else { throw error }
      var problem = error
      problem.origin = origin
      throw problem
    }
    var reader = FileReader(file: path)
    self.init(node, names, &reader)
    if let problem = reader.problems.first { throw problem }
  }

  private init(_ root: JSONNode, _ names: Set<String>?, _ reader: inout FileReader) {
    self.init()
    let keys = ["format", "client", "clients", "address"]
    guard let root = reader.object(root, "a file of limits", keys: keys),
      reader.checkFormat(root, "a file of limits")
    else { return }
    let all = Self.keys.map(\.name)
    if let node = root["client"] { client = Self.limits(node, "'client'", all, &reader) }
    if let node = root["address"] {
      address = Self.limits(node, "'address'", ["requests", "concurrent"], &reader)
    }
    guard let node = root["clients"] else { return }
    for member in reader.members(node, "'clients'", most: Self.mostClients) {
      if let names, !names.contains(member.key) {
        reader.report(
          .unknownClient(member.key, names, member.keyPlace.origin(in: reader.file)))
      }
      clients[member.key] = Self.limits(
        member.value, "the limits of '\(member.key.shortened)'", all, &reader)
    }
  }

  private static func limits(
    _ node: JSONNode, _ what: String, _ known: [String], _ reader: inout FileReader
  ) -> ClientLimits {
    var limits = ClientLimits()
    guard let object = reader.object(node, what, keys: known) else { return limits }
    for (name, most, set) in keys where known.contains(name) {
      guard let value = object[name] else { continue }
      guard let number = value.whole, (1...most).contains(number) else {
        reader.report(reader.wrong(value, "'\(name)'", "a whole number from 1 to \(most)"))
        continue
      }
      set(&limits, number)
    }
    return limits
  }
}
