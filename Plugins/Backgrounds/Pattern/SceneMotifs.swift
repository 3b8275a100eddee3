import WallfarmPluginKit

// Motifs that are drawn once, at a position on the canvas.

extension MotifDrawing {
  /// Draws a vertical line, as on a notebook page, with a fainter line closer to the middle.
  func margin() -> [Layer] {
    let x = canvas.width * style.middle.x
    let cuts = 60
    let inward = style.middle.x > 0.5 ? -pitch : pitch
    let lines = [(x, 1.0), (x + inward, 0.5)].flatMap { x, share in
      (0..<cuts).map { cut -> (outline: [PathElement], strength: Double) in
        let (top, bottom) = (
          canvas.height * Double(cut) / Double(cuts), canvas.height * Double(cut + 1) / Double(cuts)
        )
        return (
          [.move(Point(x: x, y: top)), .line(Point(x: x, y: bottom))],
          share * strength(at: (top + bottom) / 2)
        )
      }
    }
    return layers(lines, isFilled: false)
  }

  /// Draws a vertical scale, as on an instrument; every fifth mark is longer, and every tenth mark
  /// is the longest.
  func marks() -> [Layer] {
    let x = canvas.width * style.middle.x
    // Draw the marks toward the center of the canvas.
    let side = style.middle.x > 0.5 ? -1.0 : 1
    let strokes = (0...Int(canvas.height / pitch)).map {
      index -> (outline: [PathElement], strength: Double) in
      let y = Double(index) * pitch
      let length = pitch * (index % 10 == 0 ? 2.6 : index % 5 == 0 ? 1.8 : 1)
      return (
        [.move(Point(x: x, y: y)), .line(Point(x: x + side * length, y: y))], strength(at: y)
      )
    }
    return layers(strokes, isFilled: false)
  }

  /// Draws long, flat clouds above and below the vertical center of the motif.
  ///
  /// In a film, clouds farther from the center move more slowly.
  func clouds() -> [Layer] {
    var chance = SeededChance(style.seed)
    let middle = canvas.height * style.middle.y
    let clouds = (0..<14).map { index -> (outline: [PathElement], strength: Double) in
      // Alternate between positions above and below the middle.
      let far = Double((index + 1) / 2) * (index.isMultiple(of: 2) ? 1.0 : -1)
      let y = middle + far * pitch * (0.8 + 0.4 * chance.share())
      let half = canvas.width * (0.16 + 0.34 * chance.share())
      var x = canvas.width * (0.1 + 0.8 * chance.share())
      let height = thickness * (0.5 + chance.share())
      // Clouds far from the middle are treated as distant.
      let nearness = 1 - min(1, abs(far) / 7)
      if let wind { x = wind.moved(x, nearness: nearness, width: canvas.width, margin: half) }
      return (lens(Point(x: x, y: y), half: half, height: height), strength(at: y))
    }
    return layers(clouds, isFilled: true)
  }

  /// Returns a lens shape with pointed ends and a flatter lower edge.
  private func lens(_ middle: Point, half: Double, height: Double) -> [PathElement] {
    let (x, y) = (middle.x, middle.y)
    return [
      .move(Point(x: x - half, y: y)),
      .curve(
        Point(x: x - half * 0.4, y: y - height), Point(x: x + half * 0.3, y: y - height * 1.2),
        Point(x: x + half, y: y)),
      .curve(
        Point(x: x + half * 0.4, y: y + height * 0.35),
        Point(x: x - half * 0.4, y: y + height * 0.3),
        Point(x: x - half, y: y)),
      .close,
    ]
  }

  /// Draws reeds that rise from the lower edge and bend to one side; they are denser near the
  /// middle of the motif.
  func reeds() -> [Layer] {
    var chance = SeededChance(style.seed)
    let top = canvas.height * style.middle.y
    let reeds = (0..<Int(canvas.width / pitch)).map {
      _ -> (outline: [PathElement], strength: Double) in
      // Use the mean of three random numbers, so that most reeds are near the middle.
      let share = (chance.share() + chance.share() + chance.share()) / 3
      let x = canvas.width * (style.middle.x + (share - 0.5) * 1.4)
      let height = (canvas.height - top) * (0.35 + 0.65 * chance.share())
      let bend = height * (0.04 + 0.14 * chance.share())
      let half = thickness * (0.4 + 0.6 * chance.share()) / 2
      let tip = Point(x: x + bend, y: canvas.height - height)
      let middle = Point(x: x + bend * 0.2, y: canvas.height - height * 0.55)
      return (
        [
          .move(Point(x: x - half, y: canvas.height)),
          .curve(
            Point(x: x - half, y: canvas.height - height * 0.3),
            Point(x: middle.x - half, y: middle.y), tip),
          .curve(
            Point(x: middle.x + half, y: middle.y),
            Point(x: x + half, y: canvas.height - height * 0.3),
            Point(x: x + half, y: canvas.height)),
          .close,
        ], 0.35 + 0.65 * chance.share()
      )
    }
    return layers(reeds, isFilled: true)
  }
}
