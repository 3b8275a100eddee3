public import SourceJSON
public import WallfarmPluginKit

extension Content {
  /// The files that the `content` of a request names as it is written: its own, or its photos.
  ///
  /// - Returns: paths, as they are written.
  public static func files(namedIn value: JSONValue) -> [String] {
    switch value {
    case .string(let path): [path]
    case .object(let kinds):
      photoFields.flatMap { kind, keys in
        entries(kinds[kind.rawValue]).flatMap { entry in keys.compactMap { text($0, of: entry) } }
      }
    default: []
    }
  }

  /// The paths of its photos.
  public var photoFiles: [String] {
    Content.photoFields.flatMap { kind, keys in
      (self[kind] ?? []).flatMap { entry in keys.compactMap(entry.text) }
    }
  }

  /// The `content` of a request with other photos; what is no entry stays as it is.
  ///
  /// - Parameters:
  ///   - value: content as a request has it.
  ///   - change: gives a path another one.
  /// - Returns: the content.
  /// - Throws: what `change` throws.
  public static func replacingPhotos(
    in value: JSONValue, _ change: (String) throws(RenderError) -> String
  ) throws(RenderError) -> JSONValue {
    guard case .object(var kinds) = value else { return value }
    for (kind, keys) in photoFields where kinds[kind.rawValue] != nil {
      kinds[kind.rawValue] = .array(
        try entries(kinds[kind.rawValue]).map { (entry) throws(RenderError) in
          guard case .object(var members) = entry else { return entry }
          for key in keys {
            if let path = text(key, of: entry) { members[key] = .string(try change(path)) }
          }
          return .object(members)
        })
    }
    return .object(kinds)
  }

  /// Kinds with photos, and the fields that name them.
  static let photoFields = ContentKind.allCases.compactMap { kind in
    let keys = kind.fields.filter { $0.type == .photo }.map(\.key)
    return keys.isEmpty ? nil : (kind: kind, keys: keys)
  }

  private static func entries(_ value: JSONValue?) -> [JSONValue] {
    switch value {
    case .array(let items): items
    case .object: value.map { [$0] } ?? []
    default: []
    }
  }

  private static func text(_ key: String, of entry: JSONValue) -> String? {
    guard case .object(let members) = entry, case .string(let text)? = members[key] else {
      return nil
    }
    return text
  }
}
