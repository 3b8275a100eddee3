internal import Files
package import WallfarmPluginKit

extension Content {
  /// Returns the content with the values in all entries transformed, except in notes.
  package func mapEntries(
    _ change: (ContentKind, Int, ContentField, ContentValue) -> ContentValue
  ) -> Content {
    var content = self
    for (kind, entries) in entries {
      content[kind] = entries.enumerated().map { index, entry in
        var values: [String: ContentValue] = [:]
        for field in kind.fields {
          if let value = entry[field.key] {
            values[field.key] = change(kind, index + 1, field, value)
          }
        }
        return ContentEntry(values)
      }
    }
    return content
  }

  /// Resolves relative photo paths against a folder.
  package mutating func movePhotos(into folder: String) {
    self = mapEntries { _, _, field, value in
      guard field.type == .photo, case .text(let path) = value else { return value }
      return .text(Files.join(folder, path))
    }
  }
}
