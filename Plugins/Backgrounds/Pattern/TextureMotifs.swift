import WallfarmPluginKit

// Motifs that imitate a material.

extension MotifDrawing {
  /// Draws specks of various opacities, as in film and stone, with an average of one speck per
  /// square of side `pitch`.
  func grain() -> [Layer] {
    var chance = SeededChance(style.seed)
    let specks = (0..<count).map { _ -> (outline: [PathElement], strength: Double) in
      let place = anywhere(&chance)
      let half = thickness * (0.6 + 0.8 * chance.share()) / 2
      let strength = (0.2 + 0.8 * chance.share()) * strength(at: place.y)
      return (
        [
          .move(Point(x: place.x - half, y: place.y - half)),
          .line(Point(x: place.x + half, y: place.y - half)),
          .line(Point(x: place.x + half, y: place.y + half)),
          .line(Point(x: place.x - half, y: place.y + half)), .close,
        ], strength
      )
    }
    return layers(specks, isFilled: true)
  }

  /// Draws slightly bent fibers in random directions, as in handmade paper.
  func paper() -> [Layer] {
    var chance = SeededChance(style.seed)
    let fibres = (0..<count).map { _ -> (outline: [PathElement], strength: Double) in
      let place = anywhere(&chance)
      let direction = Turn(degrees: chance.share() * 360)
      let length = pitch * (0.25 + 0.5 * chance.share())
      let bend = length * (chance.share() - 0.5) * 0.6
      return (
        [
          .move(place),
          .curve(
            direction.applied(x: length / 3, y: bend, to: place),
            direction.applied(x: length * 2 / 3, y: bend, to: place),
            direction.applied(x: length, y: 0, to: place)),
        ], (0.3 + 0.7 * chance.share()) * strength(at: place.y)
      )
    }
    return layers(fibres, isFilled: false)
  }

  private var count: Int { Int(canvas.width * canvas.height / (pitch * pitch)) }

  private func anywhere(_ chance: inout SeededChance) -> Point {
    let x = chance.share()
    return Point(x: x * canvas.width, y: chance.share() * canvas.height)
  }
}
