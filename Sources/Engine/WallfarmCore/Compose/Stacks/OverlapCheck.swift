import WallfarmPluginKit

/// Rejects layouts that overlap.
///
/// Layouts in the same stack must not overlap at all. Other layouts share an area, and one of them
/// can be a frame around another, so they may overlap, except for their text.
struct OverlapCheck {
  let places: DrawnPlaces

  /// Checks every pair of layouts.
  ///
  /// - Throws: `layouts-overlap`, which names both layouts.
  func check(_ arranged: [PartArranger.Arranged]) throws(RenderError) {
    guard arranged.count > 1 else { return }
    var drawn: [[DrawnPlaces.Place]] = []
    for layout in arranged { drawn.append(try places.places(of: layout.arrangement.layers)) }
    for (second, other) in arranged.enumerated() {
      for (first, one) in arranged[..<second].enumerated() {
        let isApart = one.stack != nil && one.stack == other.stack
        if let pair = overlap(drawn[first], drawn[second], ofTexts: !isApart) {
          throw .layoutsOverlap(
            (one.layout.plugin.id, pair.0), (other.layout.plugin.id, pair.1),
            origin: other.origin)
        }
      }
    }
  }

  /// Returns the layer names of the first two items that overlap.
  private func overlap(
    _ one: [DrawnPlaces.Place], _ other: [DrawnPlaces.Place], ofTexts: Bool
  ) -> (String, String)? {
    func counting(_ places: [DrawnPlaces.Place]) -> [DrawnPlaces.Place] {
      places.filter { ($0.isText || !ofTexts) && !$0.frame.isEmpty }
    }
    let (one, other) = (counting(one), counting(other))
    func bounds(_ places: [DrawnPlaces.Place]) -> Rect {
      places.dropFirst().reduce(places.first?.frame ?? Rect(x: 0, y: 0, width: 0, height: 0)) {
        $0.union($1.frame)
      }
    }
    guard bounds(one).visiblyOverlaps(bounds(other)) else { return nil }
    for place in one {
      for another in other where place.frame.visiblyOverlaps(another.frame) {
        return (place.layer, another.layer)
      }
    }
    return nil
  }
}

extension Rect {
  /// The maximum overlap attributed to rounding, in points.
  private static let tolerance = 0.5

  /// Whether the rectangles overlap by more than rounding explains.
  func visiblyOverlaps(_ other: Rect) -> Bool {
    let shared = intersection(other)
    return shared.width > Rect.tolerance && shared.height > Rect.tolerance
  }
}

extension RenderError {
  fileprivate static func layoutsOverlap(
    _ one: (layout: String, layer: String), _ other: (layout: String, layer: String),
    origin: Origin
  ) -> RenderError {
    RenderError(
      .layoutsOverlap,
      "the layouts '\(one.layout)' and '\(other.layout)' overlap: the layer "
        + "'\(one.layer)' of the first and the layer '\(other.layer)' of the second",
      origin: origin,
      hint: "separate them with \"stack\" or \"columns\", or keep each inside its own area")
  }
}
