internal import ContentSources
public import SourceJSON
public import WallfarmPluginKit

extension Content {
  /// Returns the files that the `content` of a request names: either one content file, or photos.
  ///
  /// - Returns: the paths as written.
  public static func files(namedIn value: JSONValue) -> [String] {
    switch value {
    case .string(let path): ContentSource.isAddress(path) ? [] : [path]
    case .object(let kinds):
      photoFields.flatMap { kind, keys in
        entries(kinds[kind.rawValue]).flatMap { entry in keys.compactMap { text($0, of: entry) } }
      }
    default: []
    }
  }

  /// The paths of the photos in the content.
  public var photoFiles: [String] {
    Content.photoFields.flatMap { kind, keys in
      (self[kind] ?? []).flatMap { entry in keys.compactMap(entry.text) }
    }
  }

  /// The content with different paths for its photos.
  ///
  /// - Parameter change: returns the new path of a photo.
  /// - Returns: the changed content.
  /// - Throws: any error of `change`.
  public func replacingPhotos(
    _ change: (String) throws(RenderError) -> String
  ) throws(RenderError) -> Content {
    var content = self
    for (kind, keys) in Content.photoFields {
      content[kind] = try self[kind]?.map { (entry) throws(RenderError) in
        var values = entry.values
        for key in keys {
          if let path = entry.text(key) { values[key] = .text(try change(path)) }
        }
        return ContentEntry(values)
      }
    }
    return content
  }

  /// The content kinds that have photos, with the keys of their photo fields.
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
