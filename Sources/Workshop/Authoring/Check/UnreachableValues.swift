internal import Designs
import WallfarmPluginKit

/// Finds values of a theme that are overridden on every device and in every variant.
///
/// Instead of analyzing conditions, it evaluates the theme for every device and variant, and
/// reports the values that are never used.
struct UnreachableValues {
  private let file: ThemeFile
  private let contexts: [ThemeFile.Context]

  init(_ file: ThemeFile, contexts: [ThemeFile.Context]) {
    (self.file, self.contexts) = (file, contexts)
  }

  /// A value, identified by its position in the file.
  private struct Entry: Hashable {
    let key: String
    let origin: Origin
  }

  var warnings: [RenderWarning] {
    var seen: Set<Entry> = []
    var winners: [Entry: [String]] = [:]
    var order: [Entry] = []
    for context in contexts {
      var last: [String: (entry: Entry, name: String)] = [:]
      for (part, name) in file.parts(in: context) {
        for entry in entries(of: part) {
          if winners[entry] == nil { order.append(entry) }
          winners[entry] = winners[entry] ?? []
          last[entry.key] = (entry, name)
        }
      }
      for (part, _) in file.parts(in: context) {
        for entry in entries(of: part) {
          guard let winner = last[entry.key] else { continue }
          if winner.entry == entry {
            seen.insert(entry)
          } else if winners[entry]?.contains(winner.name) == false {
            winners[entry]?.append(winner.name)
          }
        }
      }
    }
    // Values from another file, such as the base theme, are reported only when that file is
    // checked.
    return order.filter { !seen.contains($0) && $0.origin.file == file.file }
      .map { .unreachable($0.key, at: $0.origin, replacedBy: winners[$0] ?? []) }
      + neverAskedFor
  }

  private func entries(of part: ThemePart) -> [Entry] {
    let tokens = part.tokens.sorted { $0.key < $1.key }.map { key, value in
      Entry(key: key, origin: value.origin)
    }
    let changes = part.backgroundChanges.map { change in
      Entry(key: "background.\(change.key)", origin: change.origin)
    }
    // An empty list of images has no position of its own.
    let images = part.images?.first.map { Entry(key: "images", origin: $0.pluginOrigin) }
    return tokens + changes + [images].compactMap(\.self)
      + (part.background.map { [Entry(key: "background", origin: $0.pluginOrigin)] } ?? [])
  }

  /// Warnings about overrides that change nothing.
  private var neverAskedFor: [RenderWarning] {
    file.overrides.filter { override in
      override.origin.file == file.file && override.part.tokens.isEmpty
        && override.part.background == nil && override.part.backgroundChanges.isEmpty
        && override.part.images == nil
    }.map { override in
      RenderWarning(
        .unusedValue, "this override changes nothing", hint: "add a token, or remove the override",
        origin: override.origin)
    }
  }
}

extension RenderWarning {
  fileprivate static func unreachable(
    _ key: String, at origin: Origin, replacedBy winners: [String]
  ) -> RenderWarning {
    let others =
      winners.count > 2
      ? "\(winners.count) other places" : winners.joined(separator: " and ")
    return RenderWarning(
      .unreachableOverride,
      "this '\(key)' is never used: wherever it applies, \(others) "
        + (winners.count == 1 ? "overrides it" : "override it"),
      hint: "remove it, or remove the values that override it", origin: origin)
  }
}
