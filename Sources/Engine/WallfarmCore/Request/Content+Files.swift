public import SourceJSON
public import WallfarmPluginKit

extension Content {
  /// The files that the `content` of a request names: its own file, or its photos.
  ///
  /// - Returns: the paths as written.
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

  /// Replaces the photo paths in the `content` of a request; invalid entries stay unchanged.
  ///
  /// - Parameters:
  ///   - value: the content of a request.
  ///   - change: returns the new path of a photo.
  /// - Returns: the changed content.
  /// - Throws: any error of `change`.
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

  /// The kinds with photos, and the keys of their photo fields.
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
