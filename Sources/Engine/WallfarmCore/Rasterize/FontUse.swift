public import Graphics
import WallfarmPluginKit

/// The fonts that were used for each script, and the clusters that no font could draw.
public struct FontUse: Sendable, Hashable {
  /// The sorted names of the font families that were used, by ISO 15924 script code.
  public private(set) var families: [String: [String]] = [:]
  /// The clusters that were drawn as boxes because no font has them and boxes are permitted, by
  /// layer.
  public private(set) var missing: [String: [MissingCluster]] = [:]

  mutating func add(_ text: borrowing ShapedText, layer: String) {
    for run in text.runs.joined() where run.family != "none" {
      var known = Set(families[run.script] ?? [])
      known.insert(run.family)
      families[run.script] = known.sorted()
    }
    let clusters = text.missing
    if !clusters.isEmpty { missing[layer] = clusters }
  }

  /// Adds the fonts of other layers.
  mutating func formUnion(_ other: FontUse) {
    families.merge(other.families) { Set($0).union($1).sorted() }
    missing.merge(other.missing) { $1 }
  }

  /// A warning for each layer in which boxes replace missing glyphs.
  var warnings: [RenderWarning] {
    missing.sorted { $0.key < $1.key }.map { layer, clusters in
      RenderWarning(
        .missingGlyph,
        "no bundled font has \(clusters.phrase) of \(layer); "
          + (clusters.count == 1 ? "a box was drawn" : "\(clusters.count) boxes were drawn"),
        hint: "remove the characters")
    }
  }
}
