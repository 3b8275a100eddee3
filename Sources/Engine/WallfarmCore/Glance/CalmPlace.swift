import WallfarmPluginKit

/// Looks for the part of the free area where a photo is calmest behind the text.
///
/// A layout is not moved: it is given less of the area, above or below, and stands in what is left as it always does.
/// So its own rules hold, and a plugin from outside needs to know nothing of it.
struct CalmPlace {
  /// Where layouts may stand, in points.
  let area: Rect
  /// From the top of the highest text to the bottom of the lowest, in points.
  let text: ClosedRange<Double>
  /// How much of the area may be cut, in points.
  private let room: Double

  /// Another place is taken where it is this share as restless; text that moves from photo to photo has to gain by it.
  private static let gain = 0.75
  /// How many places are tried above, and below.
  private static let tries = 8

  /// Finds out whether the text has room to move; nil where it has none.
  ///
  /// - Parameters:
  ///   - text: where it stands now.
  ///   - area: where it may stand.
  ///   - air: what stays free above and below it in any case, in points.
  init?(of text: ClosedRange<Double>, in area: Rect, air: Double) {
    (self.text, self.area) = (text, area)
    room = area.height - (text.upperBound - text.lowerBound) - 2 * air
    guard room > 0 else { return nil }
  }

  /// The part of the area in which the text would stand on a calmer part of a photo; nil: it stands well.
  func calmer(on glance: PhotoGlance) -> Rect? {
    let height = text.upperBound - text.lowerBound
    guard let own = restlessness(text, glance) else { return nil }
    // Of the room that is left, the share above the text: 0 for one at the top.
    let share = (text.lowerBound - area.y) / (area.height - height)
    var best: (area: Rect, cost: Double)?
    for step in 1...CalmPlace.tries {
      let cut = room * Double(step) / Double(CalmPlace.tries)
      for (isAbove, shift) in [(true, cut * (1 - share)), (false, -cut * share)] {
        // A tenth more for the whole way: of two that are as calm, the nearer one.
        guard let found = restlessness(text.moved(by: shift), glance) else { continue }
        let cost = found * (1 + 0.1 * abs(shift) / room)
        guard cost < (best?.cost ?? own * CalmPlace.gain) else { continue }
        best = (
          Rect(
            x: area.x, y: isAbove ? area.y + cut : area.y, width: area.width,
            height: area.height - cut),
          cost
        )
      }
    }
    return best?.area
  }

  /// How hard text would be to read between two heights: by how far brightness varies there, by edges, and by the share
  /// on which the letters have too little contrast.
  ///
  /// The weights make the three count alike on photos of every kind: brightness deviates by some 40 levels of 255,
  /// neighbours differ by some 10, and half of a photo is too light or too dark for a colour.
  private func restlessness(_ text: ClosedRange<Double>, _ glance: PhotoGlance) -> Double? {
    let first = Int(((text.lowerBound - glance.top) / glance.height).rounded(.down))
    let last = Int(((text.upperBound - glance.top) / glance.height).rounded(.up))
    let rows = glance.rows[max(0, first)..<max(0, first, min(last, glance.rows.count))]
    let count = Double(rows.reduce(0) { $0 + $1.count })
    guard count > 0 else { return nil }
    let mean = rows.reduce(0) { $0 + $1.sum } / count
    let variance = max(0, rows.reduce(0) { $0 + $1.squares } / count - mean * mean)
    let edges = rows.reduce(0) { $0 + $1.edges } / count / 2
    let unreadable = 1 - Double(rows.reduce(0) { $0 + $1.readable }) / count
    return variance.squareRoot() + 4 * edges + 80 * unreadable
  }
}

extension ClosedRange<Double> {
  fileprivate func moved(by distance: Double) -> ClosedRange<Double> {
    lowerBound + distance...upperBound + distance
  }
}
