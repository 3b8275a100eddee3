import Graphics
import WallfarmPluginKit

/// A record of a drawn foreground, which is reused for the next picture on the same background.
struct Painting {
  /// A layer, and everything else that its pixels depend on.
  struct Mark: Hashable {
    let layer: Layer
    let isAid: Bool
    /// The script styles for each text block in the layer.
    let styles: [[String: ScriptStyle]]
    /// The digests of the photos in the layer.
    let photos: [String]
  }

  /// A layer as drawn on the picture.
  struct PaintedLayer {
    let mark: Mark
    /// The pixel rows that the layer can change.
    var rows = 0..<0
    var fonts = FontUse()
  }

  /// The drawing conditions that all marks share.
  struct Manner: Hashable {
    let language: String?
    let allowsMissingGlyphs: Bool
    /// The digest of the fonts.
    let fonts: String
    let hidesGlyphs: Bool
  }

  let ground: Ground
  let manner: Manner
  /// The aids, followed by the other layers, in paint order.
  var layers: [PaintedLayer]
  /// For each sampled row, the number of samples that the aids change visibly; see
  /// ``AidVisibility``.
  var visible: [Int]

  /// The fonts of all layers.
  var fonts: FontUse {
    layers.reduce(into: FontUse()) { $0.formUnion($1.fonts) }
  }

  /// Compares the layers with those of an earlier painting on the same background.
  ///
  /// Returns the indices of removed layers, the indices of new layers, and the index pairs of equal
  /// layers, all in order.
  func change(
    from earlier: Painting
  ) -> (gone: [Int], new: [Int], same: [(earlier: Int, now: Int)]) {
    let change = layers.map(\.mark).difference(from: earlier.layers.map(\.mark))
    let gone = Set(change.removals.map(\.place))
    let new = Set(change.insertions.map(\.place))
    let same = zip(
      earlier.layers.indices.filter { !gone.contains($0) },
      layers.indices.filter { !new.contains($0) })
    return (gone.sorted(), new.sorted(), same.map { ($0, $1) })
  }
}

extension CollectionDifference.Change {
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

/// A picture without its overlay, together with a record of how it was painted.
struct PaintedPicture: ~Copyable {
  var surface: ImageSurface
  let painting: Painting
}
