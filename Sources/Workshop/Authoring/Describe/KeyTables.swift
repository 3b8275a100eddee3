internal import Designs
internal import SourceJSON
package import WallfarmCore
internal import WallfarmPluginKit

// Tables for `describe` that list the keys that files accept.

extension Table {
  /// A table of the keys that a file accepts.
  package init(_ keys: [KeyDescription]) {
    self.init(
      ["key", "accepts", "default", "meaning"],
      keys.map { key in
        [.text(key.name), .text(key.accepted), .text(key.standard ?? ""), .text(key.summary)]
      })
  }

  /// A table of every kind of content with its keys.
  package static var contentKinds: Table {
    let rows = ContentKind.allCases.flatMap { kind in
      kind.fields.map { field -> [Cell] in
        [
          .text(kind.rawValue), .text(field.key), .text(field.isRequired ? "yes" : ""),
          .text(field.type.accepted), .text(field.summary),
        ]
      }
    }
    return Table(["kind", "key", "needed", "accepts", "meaning"], rows)
  }

  /// A table of the tokens of themes with their defaults.
  package static var themeTokens: Table {
    Table(
      ["token", "default", "accepts", "meaning"],
      ThemeTokens.all.map { token in
        [
          .text(token.key), .text(token.defaultValue.text(pretty: false)),
          .text(token.kind.accepted), .text(token.summary),
        ]
      })
  }
}
