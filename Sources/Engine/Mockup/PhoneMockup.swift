public import Designs
public import Graphics
internal import Languages
internal import WallfarmCore
public import WallfarmPluginKit

/// A drawing of a device that shows a wallpaper on its lock screen, including the clock, widgets
/// and buttons.
///
/// The positions come from the device data. The visual style is specific to wallfarm and does not
/// copy Apple's.
public struct PhoneMockup {
  /// The phone or tablet.
  public let device: Device
  /// The style of the clock.
  public var clock = ClockStyle.standard
  /// Whether lock screen widgets are shown.
  public var widgets = true
  /// The date above the time.
  public var date = "Friday 20 November"
  /// The time.
  public var time = Self.standardTime
  /// The hint that replaces the buttons on phones with a home button; empty for none.
  var homeHint = "Press home to open"
  /// The background color; nil for a transparent background.
  public var backdrop: Color?
  /// The time that all mockups and previews show.
  public static let standardTime = "9:41"

  /// Creates a mockup of a device.
  public init(_ device: Device) { self.device = device }

  /// Translates the date and the hint into a language.
  ///
  /// - Throws: `language-failed`.
  public mutating func speak(_ language: String) throws(RenderError) {
    // The day in the default value of `date`.
    guard let day = Day(year: 2026, month: 11, day: 20) else { return }
    date = try ICUWords(language).day(day, .weekdayDayMonth)
    let main = language.split(separator: "-").first.map(String.init) ?? language
    homeHint = Self.homeHints[main] ?? ""
  }

  /// The hints that iOS shows, in the languages of the built-in content.
  private static let homeHints = [
    "en": "Press home to open", "ar": "اضغط على زر الشاشة الرئيسية للفتح", "ja": "ホームボタンを押して開く",
  ]

  /// The distance in points by which the device body extends beyond each edge of the screen.
  private var body: Insets {
    hasHomeButton
      ? Insets(top: 92, left: 14, bottom: 92, right: 14) : Insets(horizontal: 11, vertical: 11)
  }
  /// The margin in points for the shadow around the device body.
  private static let margin = 28.0

  private var hasHomeButton: Bool { device.cornerRadius == 0 }

  /// The size of the drawing in device points.
  public var size: Size {
    Size(
      width: device.points.width + body.left + body.right + 2 * Self.margin,
      height: device.points.height + body.top + body.bottom + 2 * Self.margin)
  }

  /// Draws the device with its shadow, and the background color if ``backdrop`` is set.
  ///
  /// - Parameters:
  ///   - wallpaper: the picture, which fills the whole screen as in iOS.
  ///   - text: the text engine for the clock.
  ///   - width: the width of the drawing in pixels.
  /// - Returns: the drawing.
  /// - Throws: `raster-failed`, `photo-unreadable`, `missing-glyph`.
  public func draw(
    _ wallpaper: borrowing DecodedPhoto, text: TextEngine, width: Int
  ) throws(RenderError) -> ImageSurface {
    let scale = Double(width) / size.width
    let pixels = PixelSize(width: width, height: max(1, Int((size.height * scale).rounded())))
    let screen = try screen(wallpaper, scale: scale)
    let ink = ScreenInk(screen, scale: scale)
    var picture = try ImageSurface(size: pixels)
    try picture.draw(scale: Scale(x: scale, y: scale)) { (canvas) throws(RenderError) in
      if let backdrop { try canvas.fill(.color(backdrop)) }
      try drawBody(canvas)
      let origin = Point(x: Self.margin + body.left, y: Self.margin + body.top)
      let frame = Rect(origin: origin, size: device.points)
      let shape = Shape.rounded(frame, radius: device.cornerRadius)
      try canvas.draw(screen, at: origin, clip: shape)
      let overlay = LockScreenOverlay(
        device: device, area: FreeArea(on: device, widgets: widgets, clock: clock),
        origin: origin, ink: ink, text: text, homeHint: homeHint)
      try overlay.draw(date: date, time: time, on: canvas)
      try canvas.draw(
        ShapeContent(shape, stroke: Stroke(color: Color(red: 0, green: 0, blue: 0), width: 1)))
    }
    return picture
  }

  /// Draws the wallpaper on a surface as large as the screen in the drawing; `scale` is in pixels
  /// per point.
  private func screen(
    _ wallpaper: borrowing DecodedPhoto, scale: Double
  ) throws(RenderError) -> ImageSurface {
    let size = PixelSize(
      width: Int((device.points.width * scale).rounded(.up)),
      height: Int((device.points.height * scale).rounded(.up)))
    var screen = try ImageSurface(size: size)
    let content = ImageContent(
      file: "wallpaper", frame: Rect(origin: Point(x: 0, y: 0), size: device.points))
    try screen.draw(scale: Scale(x: scale, y: scale)) { (canvas) throws(RenderError) in
      // Transparent pixels of the wallpaper are shown on black.
      try canvas.fill(.color(.black))
      try canvas.draw(wallpaper, as: content, in: .sRGB)
    }
    return screen
  }

  private func drawBody(_ canvas: borrowing Canvas) throws(RenderError) {
    let frame = Rect(
      x: Self.margin, y: Self.margin, width: size.width - 2 * Self.margin,
      height: size.height - 2 * Self.margin)
    let radius = hasHomeButton ? 58 : device.cornerRadius + body.left
    let shape = Shape.rounded(frame, radius: radius)
    try canvas.draw(
      ShapeContent(
        shape, fill: .color(Color(red: 16, green: 16, blue: 18)),
        stroke: Stroke(color: Color(red: 70, green: 70, blue: 74), width: 2),
        shadow: Shadow(
          color: Color(red: 0, green: 0, blue: 0, alpha: 90), blur: 12, dx: 0, dy: 6)))
    guard hasHomeButton else { return }
    let button = Rect(x: frame.midX - 30, y: frame.maxY - body.bottom + 16, width: 60, height: 60)
    try canvas.draw(
      ShapeContent(
        .ellipse(button), stroke: Stroke(color: Color(red: 70, green: 70, blue: 74), width: 2)))
    let speaker = Rect(x: frame.midX - 30, y: frame.y + 42, width: 60, height: 6)
    try canvas.draw(
      ShapeContent(
        .rounded(speaker, radius: 3), fill: .color(Color(red: 60, green: 60, blue: 64))))
  }
}
