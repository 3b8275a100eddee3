import Designs
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Draws the system's lock screen elements over a wallpaper.
struct LockScreenOverlay {
  let device: Device
  let area: FreeArea
  /// The position of the screen on the canvas.
  let origin: Point
  let ink: ScreenInk
  let text: TextEngine
  /// The hint text that phones with a home button show.
  let homeHint: String

  func draw(date: String, time: String, on canvas: borrowing Canvas) throws(RenderError) {
    for obstacle in area.obstacles {
      let color = ink.color(from: obstacle.frame.y, to: obstacle.frame.maxY)
      let frame = obstacle.frame.offset(x: origin.x, y: origin.y)
      switch obstacle.kind {
      case .clock: try drawClock(date, time, in: frame, color, canvas)
      case .widgets: try drawWidgets(in: frame, color, canvas)
      case .controls: try drawControls(in: frame, color, canvas)
      }
    }
    try drawCutout(canvas)
  }

  /// Draws the date at the top and the time below it, at the largest size that fits.
  private func drawClock(
    _ date: String, _ time: String, in frame: Rect, _ color: Color, _ canvas: borrowing Canvas
  ) throws(RenderError) {
    if area.clock == .compact {
      return try drawCompactClock(date, time, in: frame, color, canvas)
    }
    let dateSize = 21 * device.typeScale
    try write(date, "Inter", dateSize, 600, color, centeredIn: frame, top: frame.y, canvas)
    // A tall font, whose digits are 0.7 em high, stands in for the stretched digits of the large
    // clock.
    let (family, figure) = area.clock == .large ? ("Bebas Neue", 0.7) : ("Inter Display", 0.727)
    let room = frame.maxY - frame.y - dateSize * 1.5
    var size = max(20, room / figure)
    // The digits of Apple's clock are semibold.
    let weight = 600
    let measured = try text.measure(block(time, family, size, weight, color), width: nil)
    size *= min(1, frame.width * 0.86 / measured.size.width)
    // The baseline of the digits is at the bottom of the frame.
    let line = try text.measure(block(time, family, size, weight, color), width: nil)
    let baseline = line.lines.first?.baseline ?? line.size.height
    try write(
      time, family, size, weight, color, centeredIn: frame, top: frame.maxY - baseline, canvas)
  }

  /// Draws the date and time on one line, at a size that fits the row.
  private func drawCompactClock(
    _ date: String, _ time: String, in frame: Rect, _ color: Color, _ canvas: borrowing Canvas
  ) throws(RenderError) {
    let words = "\(date)  \(time)"
    let room = frame.inset(by: Insets(horizontal: 16, vertical: 0)).width
    var size = min(21 * device.typeScale, frame.height * 0.8)
    let wide = try text.measure(block(words, "Inter", size, 600, color), width: nil)
    size *= min(1, room / wide.size.width)
    let line = try text.measure(block(words, "Inter", size, 600, color), width: nil)
    try write(
      words, "Inter", size, 600, color, centeredIn: frame,
      top: frame.midY - line.size.height / 2, canvas)
  }

  private func drawWidgets(
    in frame: Rect, _ color: Color, _ canvas: borrowing Canvas
  ) throws(RenderError) {
    if frame.height > frame.width { return try drawWidgetColumn(in: frame, color, canvas) }
    let gap = 14.0
    // If the widgets share the row of a compact clock, the frame is only half as wide as the row.
    let side = min(frame.height, 72, (frame.width - 4 * gap) / 4.2)
    let wide = side * 2.2
    var x = frame.midX - (2 * side + wide + 2 * gap) / 2
    let y = frame.midY - side / 2
    for (width, radius) in [(side, side / 2), (wide, 18), (side, side / 2)] {
      try drawWidget(Rect(x: x, y: y, width: width, height: side), radius, color, canvas)
      x += width + gap
    }
  }

  /// Draws the widget column of a landscape tablet: a pair of small widgets with two wide widgets
  /// below it.
  private func drawWidgetColumn(
    in frame: Rect, _ color: Color, _ canvas: borrowing Canvas
  ) throws(RenderError) {
    let gap = 14.0
    let side = (frame.width - gap) / 2
    for x in [frame.x, frame.x + side + gap] {
      try drawWidget(
        Rect(x: x, y: frame.y, width: side, height: side), side / 2, color, canvas)
    }
    for row in 0..<2 {
      let y = frame.y + (side + gap) * Double(row + 1)
      try drawWidget(
        Rect(x: frame.x, y: y, width: frame.width, height: side), 18, color, canvas)
    }
  }

  private func drawWidget(
    _ frame: Rect, _ radius: Double, _ color: Color, _ canvas: borrowing Canvas
  ) throws(RenderError) {
    try canvas.draw(
      ShapeContent(
        .rounded(frame, radius: radius), fill: .color(color.opacity(0.18)),
        stroke: Stroke(color: color.opacity(0.3), width: 1)))
  }

  /// Draws two round buttons and the home bar, or only the hint on a phone with a home button.
  private func drawControls(
    in frame: Rect, _ color: Color, _ canvas: borrowing Canvas
  ) throws(RenderError) {
    guard device.cornerRadius > 0 else {
      guard !homeHint.isEmpty else { return }
      try write(
        homeHint, "Inter", 15 * device.typeScale, 500, color, centeredIn: frame,
        top: frame.midY - 10, canvas)
      return
    }
    let side = 50.0
    let inset = 46.0
    let (disc, hole) =
      color == .white
      ? (Color.black.opacity(0.3), Color.black.opacity(0.7))
      : (Color.black.opacity(0.07), Color.white.opacity(0.9))
    for (x, icon) in [
      (frame.x + inset, Self.torch), (frame.maxX - inset - side, Self.camera),
    ] {
      let circle = Rect(x: x, y: frame.y, width: side, height: side)
      try canvas.draw(ShapeContent(.ellipse(circle), fill: .color(disc)))
      for (part, radius, isHole) in icon {
        let shape = Shape.rounded(
          part.offset(x: x + side / 2, y: frame.y + side / 2), radius: radius)
        try canvas.draw(
          ShapeContent(shape, fill: .color(isHole ? hole : color)))
      }
    }
    let bar = Rect(
      x: frame.midX - frame.width * 0.18, y: origin.y + device.points.height - 13,
      width: frame.width * 0.36, height: 5)
    try canvas.draw(ShapeContent(.rounded(bar, radius: 2.5), fill: .color(color)))
  }

  /// The parts of an icon.
  ///
  /// Each part has a frame relative to the center of the icon, a corner radius, and a flag that
  /// tells whether the part is a hole.
  private typealias Icon = [(Rect, Double, Bool)]

  private static let torch: Icon = [
    (Rect(x: -6, y: -12, width: 12, height: 5), 1.5, false),
    (Rect(x: -4.5, y: -6, width: 9, height: 18), 2, false),
    (Rect(x: -1.5, y: -2, width: 3, height: 6), 1.5, true),
  ]
  private static let camera: Icon = [
    (Rect(x: -5, y: -10, width: 10, height: 6), 2, false),
    (Rect(x: -12, y: -7, width: 24, height: 16), 4, false),
    (Rect(x: -5, y: -4, width: 10, height: 10), 5, true),
    (Rect(x: -3, y: -2, width: 6, height: 6), 3, false),
  ]

  private func drawCutout(_ canvas: borrowing Canvas) throws(RenderError) {
    let middle = origin.x + device.points.width / 2
    let shape: Shape
    switch device.cutout {
    case "dynamic-island":
      shape = .rounded(Rect(x: middle - 62, y: origin.y + 12, width: 124, height: 36), radius: 18)
    case "notch":
      let width = 168.0
      shape = .rounded(
        Rect(x: middle - width / 2, y: origin.y - 8, width: width, height: 38), radius: 18)
    default: return
    }
    try canvas.draw(ShapeContent(shape, fill: .color(.black)))
  }

  private func block(
    _ words: String, _ family: String, _ size: Double, _ weight: Int, _ color: Color
  ) -> TextBlock {
    TextBlock(
      words,
      style: TextStyle(
        family: family, size: size, weight: weight, color: color, letterSpacing: -0.01),
      lineLimit: 1)
  }

  private func write(
    _ words: String, _ family: String, _ size: Double, _ weight: Int, _ color: Color,
    centeredIn frame: Rect, top: Double, _ canvas: borrowing Canvas
  ) throws(RenderError) {
    let shaped = try text.shape(block(words, family, size, weight, color), width: nil)
    let width = shaped.measurement.size.width
    try canvas.draw(shaped, at: Point(x: frame.midX - width / 2, y: top), color: color)
  }
}
