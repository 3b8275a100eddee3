import Graphics
import RenderPool
import WallfarmPluginKit

/// A drawing of one or more phones for the guide, in points.
///
/// The screens are simplified: texts and positions are accurate, but most other elements are gray.
struct Sketch: ~Copyable {
  /// Phone size in points.
  static let phone = Size(width: 200, height: 410)
  /// Margin around each phone in points.
  static let margin = 14.0
  private static let density = 2.0

  static let ink = Color(red: 28, green: 28, blue: 30)
  static let soft = Color(red: 142, green: 142, blue: 147)
  static let panel = Color(red: 242, green: 242, blue: 247)
  static let tile = Color(red: 209, green: 209, blue: 214)
  static let red = Color(red: 255, green: 36, blue: 28)
  static let accent = Color(red: 0, green: 96, blue: 223)

  private(set) var surface: ImageSurface
  let strings: GuideStrings
  private let redPicture: RedPicture?
  private let text: TextEngine

  init(
    phones: Int, strings: GuideStrings, red: RedPicture? = nil, text: TextEngine
  ) throws(RenderError) {
    let width = Double(phones) * (Self.phone.width + Self.margin) + Self.margin
    let height = Self.phone.height + 2 * Self.margin
    surface = try ImageSurface(
      size: PixelSize(width: Int(width * Self.density), height: Int(height * Self.density)))
    (self.strings, redPicture, self.text) = (strings, red, text)
  }

  /// The frame of a phone's screen; phones are numbered from the left, starting at 0.
  static func screen(_ index: Int = 0) -> Rect {
    Rect(
      x: margin + Double(index) * (phone.width + margin) + 6, y: margin + 6,
      width: phone.width - 12, height: phone.height - 12)
  }

  private mutating func draw(_ content: ShapeContent, within clip: Shape? = nil) throws(RenderError)
  {
    try surface.draw(scale: Scale(x: Self.density, y: Self.density)) {
      (canvas) throws(RenderError) in
      try canvas.group(opacity: 1, clip: clip) { (canvas) throws(RenderError) in
        try canvas.draw(content)
      }
    }
  }

  /// Draws the body of a phone with an empty screen.
  mutating func phone(_ index: Int = 0, screen color: Color) throws(RenderError) {
    let screen = Self.screen(index)
    let body = Rect(
      x: screen.x - 6, y: screen.y - 6, width: screen.width + 12, height: screen.height + 12)
    try draw(
      ShapeContent(
        .rounded(body, radius: 36), fill: .color(Color(red: 24, green: 24, blue: 26)),
        shadow: Shadow(color: Color(red: 0, green: 0, blue: 0, alpha: 60), blur: 5, dx: 0, dy: 2)))
    try draw(ShapeContent(.rounded(screen, radius: 30), fill: .color(color)))
  }

  /// Draws the Dynamic Island; everything that would cover it must be drawn first.
  mutating func island(_ index: Int = 0) throws(RenderError) {
    let screen = Self.screen(index)
    try box(Rect(x: screen.midX - 27, y: screen.y + 8, width: 54, height: 16), 8, .black)
  }

  mutating func box(
    _ frame: Rect, _ radius: Double, _ color: Color, line: Color? = nil
  ) throws(RenderError) {
    try draw(
      ShapeContent(
        .rounded(frame, radius: radius), fill: .color(color),
        stroke: line.map { Stroke(color: $0, width: 1) }))
  }

  /// Draws a ring around a control that the user taps; the ring has a number if there are several
  /// rings.
  mutating func mark(_ frame: Rect, radius: Double, number: Int? = nil) throws(RenderError) {
    let ring = Rect(
      x: frame.x - 4, y: frame.y - 4, width: frame.width + 8, height: frame.height + 8)
    try draw(
      ShapeContent(.rounded(ring, radius: radius + 4), stroke: Stroke(color: .white, width: 6)))
    try draw(
      ShapeContent(.rounded(ring, radius: radius + 4), stroke: Stroke(color: Self.accent, width: 3))
    )
    guard let number else { return }
    let disc = Rect(x: ring.x - 9, y: ring.y - 9, width: 18, height: 18)
    try box(disc, 9, Self.accent)
    try words("\(number)", 11, 700, .white, in: disc)
  }

  /// Draws a check mark or a cross on a disc.
  mutating func verdict(_ isGood: Bool, at center: Point) throws(RenderError) {
    let disc = Rect(x: center.x - 17, y: center.y - 17, width: 34, height: 34)
    try box(
      disc, 17, isGood ? Color(red: 30, green: 130, blue: 60) : Color(red: 180, green: 30, blue: 40)
    )
    let lines: [[Point]] =
      isGood
      ? [[Point(x: -8, y: 1), Point(x: -2.5, y: 7), Point(x: 8.5, y: -6)]]
      : [
        [Point(x: -6.5, y: -6.5), Point(x: 6.5, y: 6.5)],
        [Point(x: 6.5, y: -6.5), Point(x: -6.5, y: 6.5)],
      ]
    for line in lines {
      let path = line.enumerated().map { index, point -> PathElement in
        let place = Point(x: center.x + point.x, y: center.y + point.y)
        return index == 0 ? .move(place) : .line(place)
      }
      try draw(ShapeContent(.path(path), stroke: Stroke(color: .white, width: 3.5)))
    }
  }

  /// Draws text in a frame, either centered or aligned with the start of the frame.
  mutating func words(
    _ words: String, _ size: Double, _ weight: Int, _ color: Color, in frame: Rect,
    isCentered: Bool = true
  ) throws(RenderError) {
    let style = TextStyle(family: "Inter", size: size, weight: weight, color: color)
    let block = TextBlock(
      words, style: style, alignment: isCentered ? .center : .start,
      language: strings.language.rawValue, lineLimit: 2)
    let shaped = try text.shape(block, width: frame.width)
    let origin = Point(x: frame.x, y: frame.midY - shaped.measurement.size.height / 2)
    try surface.draw(scale: Scale(x: Self.density, y: Self.density)) {
      (canvas) throws(RenderError) in
      try canvas.draw(shaped, at: origin, color: color)
    }
  }

  /// Draws a menu row, optionally highlighted.
  mutating func row(_ title: String, _ frame: Rect, isMarked: Bool = false) throws(RenderError) {
    try box(frame, 9, .white)
    let inside = frame.inset(by: Insets(horizontal: 10, vertical: 0))
    try words(title, 12, isMarked ? 700 : 500, Self.ink, in: inside, isCentered: false)
    if isMarked { try mark(frame, radius: 9) }
  }

  /// Draws the red picture of the bundle, clipped to a frame with rounded corners.
  mutating func redPicture(_ frame: Rect, radius: Double) throws(RenderError) {
    try box(frame, radius, Self.red)
    guard let redPicture else { return }
    try surface.draw(scale: Scale(x: Self.density, y: Self.density)) {
      (canvas) throws(RenderError) in
      try canvas.group(opacity: 1, clip: .rounded(frame, radius: radius)) {
        (canvas) throws(RenderError) in
        try canvas.draw(
          redPicture.photo, as: ImageContent(file: "red", frame: frame), in: .sRGB)
      }
    }
  }
}

/// The red picture, decoded once for all drawings of a guide.
final class RedPicture {
  let photo: DecodedPhoto

  /// Decodes the picture.
  ///
  /// - Throws: `photo-unreadable`.
  init(_ picture: RenderedPicture) throws(RenderError) {
    photo = try PhotoDecoder(picture.bytes, file: "instruction").decode()
    _ = try photo.finish()
  }
}
