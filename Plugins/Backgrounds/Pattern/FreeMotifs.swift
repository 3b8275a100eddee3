import WallfarmPluginKit

// Random motifs.

extension MotifDrawing {
  /// Draws stars of various sizes, most of them small, with an average of one star per square of
  /// side `pitch`.
  func sky() -> [Layer] {
    var chance = SeededChance(style.seed)
    let count = Int(canvas.width * canvas.height / (pitch * pitch))
    let stars = (0..<count).map { _ -> (outline: [PathElement], strength: Double) in
      var place = Point(x: chance.share() * canvas.width, y: chance.share() * canvas.height)
      // The fourth power makes most stars small and a few large.
      let share = chance.share()
      let size = share * share * share * share
      var light = 0.35 + 0.65 * chance.share()
      let radius = thickness * (0.25 + 0.75 * size) / 2
      if let wind {
        light *= wind.twinkle(share)
        place.x = wind.moved(place.x, nearness: size, width: canvas.width, margin: radius)
      }
      return (Marks.circle(at: place, radius: radius), light * strength(at: place.y))
    }
    return layers(stars, isFilled: true)
  }

  /// Draws short strokes in random directions, one per grid square.
  func sprinkles() -> [Layer] {
    var chance = SeededChance(style.seed)
    let strokes = grid(turn: 0).map { square -> (outline: [PathElement], strength: Double) in
      let place = Point(
        x: square.x + (chance.share() - 0.5) * 0.5 * pitch,
        y: square.y + (chance.share() - 0.5) * 0.5 * pitch)
      let direction = Turn(degrees: chance.share() * 180)
      let half = 1.6 * thickness
      return (
        [
          .move(direction.applied(x: -half, y: 0, to: place)),
          .line(direction.applied(x: half, y: 0, to: place)),
        ], strength(at: place.y)
      )
    }
    return layers(strokes, isFilled: false)
  }

  /// Draws overlapping ridges from back to front; lower ridges look closer and more opaque, because
  /// they lie over higher ridges.
  func hills() -> [Layer] {
    var chance = SeededChance(style.seed)
    let top = canvas.height * style.middle.y
    let count = max(1, Int((canvas.height - top) / pitch))
    return (0..<count).map { ridge in
      let height = top + Double(ridge) * pitch
      // The sum of three waves with incommensurate lengths looks irregular.
      let waves = [1.1, 2.3, 4.7].map { length in
        (
          turns: length * (0.8 + 0.4 * chance.share()), start: chance.share(),
          height: 0.42 * pitch / length
        )
      }
      func rise(_ x: Double) -> Double {
        waves.reduce(0) { $0 + $1.height * sine(ofDegrees: 360 * ($1.start + x * $1.turns)) }
      }
      let steps = 64
      let line = (0...steps).map { step -> PathElement in
        let x = Double(step) / Double(steps)
        return .line(Point(x: x * canvas.width, y: height + rise(x)))
      }
      let outline: [PathElement] =
        [.move(Point(x: 0, y: canvas.height))] + line
        + [.line(Point(x: canvas.width, y: canvas.height)), .close]
      return Layer("motif", .shape(ShapeContent(.path(outline), fill: .color(style.ink))))
    }
  }
}
