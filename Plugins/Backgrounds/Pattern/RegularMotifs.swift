import WallfarmPluginKit

// Repeating motifs.

extension MotifDrawing {
  func dots() -> [Layer] {
    layers(
      grid(turn: style.turn).map {
        (Marks.circle(at: $0, radius: thickness / 2), strength(at: $0.y))
      }, isFilled: true)
  }

  /// Draws parallel lines, which are divided into segments if they fade.
  func lines(turn: Double) -> [Layer] {
    let direction = Turn(degrees: turn)
    let count = Int((reach / pitch).rounded(.up))
    let cuts = style.fade.from == style.fade.to ? 1 : 60
    let length = 2 * reach / Double(cuts)
    var pieces: [(outline: [PathElement], strength: Double)] = []
    for line in -count...count {
      for cut in 0..<cuts {
        let x = -reach + Double(cut) * length
        let start = direction.applied(x: x, y: Double(line) * pitch, to: center)
        let end = direction.applied(x: x + length, y: Double(line) * pitch, to: center)
        pieces.append(([.move(start), .line(end)], strength(at: (start.y + end.y) / 2)))
      }
    }
    return layers(pieces, isFilled: false)
  }

  /// Draws eight-pointed stars with crosses between them: the khatim tiling of Islamic art.
  func tiles() -> [Layer] {
    // A star consists of two overlapping squares, with corners on the outer radius and notches
    // where the sides cross.
    let radius = pitch / 2
    let notch = radius * sine(ofDegrees: 45) / sine(ofDegrees: 67.5)
    let corners = (0..<16).map { index in
      Turn(degrees: style.turn + Double(index) * 22.5)
        .applied(x: index.isMultiple(of: 2) ? radius : notch, y: 0, to: Point(x: 0, y: 0))
    }
    let stars = grid(turn: style.turn).map { middle in
      let points = corners.map { Point(x: middle.x + $0.x, y: middle.y + $0.y) }
      let outline = [PathElement.move(points[0])] + points.dropFirst().map { .line($0) } + [.close]
      return (outline, strength(at: middle.y))
    }
    return layers(stars, isFilled: false)
  }

  func rays() -> [Layer] {
    let middle = Point(
      x: canvas.width * style.middle.x, y: canvas.height * style.middle.y)
    // The rays are long enough to leave the canvas from any allowed center.
    let length = 4 * reach
    let count = max(2, Int((2 * .pi * reach / pitch / 2).rounded()))
    let wedges = (0..<count).flatMap { index -> [PathElement] in
      let turn = style.turn + Double(index) * 360 / Double(count)
      let first = Turn(degrees: turn).applied(x: length, y: 0, to: middle)
      let last = Turn(degrees: turn + 180 / Double(count)).applied(x: length, y: 0, to: middle)
      return [.move(middle), .line(first), .line(last), .close]
    }
    return layers([(wedges, 1)], isFilled: true)
  }

  /// Draws concentric circles that fade outward.
  func rings() -> [Layer] {
    let middle = Point(
      x: canvas.width * style.middle.x, y: canvas.height * style.middle.y)
    let count = max(1, Int(2 * reach / pitch))
    return layers(
      (1...count).map { ring in
        let left = 1 - Double(ring - 1) / Double(count)
        return (Marks.circle(at: middle, radius: Double(ring) * pitch), left * left)
      }, isFilled: false)
  }
}
