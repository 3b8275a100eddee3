import Designs
import Graphics
import Mockup
import WallfarmPluginKit

/// The pictures that are drawn for the guide.
package enum GuidePicture: String, CaseIterable {
  /// A wallpaper that resembles Apple's, marked with a cross, next to a photo marked with a check
  /// mark.
  case why
  /// The home screen with the Photos app.
  case step1
  /// The red picture in the photo grid of the Photos app.
  case step2
  /// The red picture while it is touched and held.
  case step3
  /// The context menu, in which Share is highlighted.
  case step4
  /// The share sheet, in which Use as Wallpaper is highlighted.
  case step5
  /// The buttons Add and Set as Wallpaper Pair, numbered in this order.
  case step6
  /// The red lock screen.
  case step7

  /// The pictures of a guide; a guide for downloads does not need the steps with the red picture.
  package static func all(for way: PictureWay) -> [GuidePicture] {
    if way.system == .android { return [] }
    return way.address == nil ? allCases : [.why]
  }

  /// Draws the picture.
  ///
  /// - Throws: `raster-failed`, or `missing-glyph` for text that no bundled font covers.
  func draw(
    _ strings: GuideStrings, red: RedPicture? = nil, text: TextEngine
  ) throws(RenderError) -> ImageSurface {
    var sketch = try Sketch(phones: self == .why ? 2 : 1, strings: strings, red: red, text: text)
    switch self {
    case .why: try drawWhy(&sketch)
    case .step1: try drawHome(&sketch)
    case .step2: try drawGrid(&sketch)
    case .step3: try drawMenu(&sketch, isHeld: true)
    case .step4: try drawMenu(&sketch, isHeld: false)
    case .step5: try drawSheet(&sketch)
    case .step6: try drawPair(&sketch)
    case .step7: try drawDone(&sketch)
    }
    return try sketch.surface.copy()
  }

  private func drawWhy(_ sketch: inout Sketch) throws(RenderError) {
    try sketch.phone(0, screen: Color(red: 88, green: 86, blue: 214))
    let first = Sketch.screen(0)
    // Soft shapes that resemble Apple's wallpapers.
    for (x, y, side, color) in [
      (0.12, 0.42, 0.5, Color(red: 255, green: 149, blue: 0)),
      (0.4, 0.58, 0.48, Color(red: 255, green: 45, blue: 85)),
      (0.3, 0.3, 0.4, Color(red: 90, green: 200, blue: 250)),
    ] {
      let size = first.width * side
      try sketch.box(
        Rect(
          x: first.x + first.width * x, y: first.y + first.height * y, width: size, height: size),
        size / 2, color)
    }
    try clock(&sketch, 0, .white)
    try sketch.phone(1, screen: Color(red: 135, green: 190, blue: 235))
    let second = Sketch.screen(1)
    // A landscape photo with a sky, a sun and hills.
    try sketch.box(
      Rect(x: second.x + second.width * 0.62, y: second.y + 130, width: 34, height: 34), 17,
      Color(red: 255, green: 236, blue: 170))
    try sketch.box(
      Rect(x: second.x, y: second.y + second.height * 0.62, width: second.width, height: 60), 30,
      Color(red: 92, green: 140, blue: 96))
    try sketch.box(
      Rect(
        x: second.x, y: second.y + second.height * 0.7, width: second.width,
        height: second.height * 0.3), 30, Color(red: 62, green: 106, blue: 70))
    try clock(&sketch, 1, .white)
    try sketch.verdict(false, at: Point(x: first.midX, y: first.maxY - 44))
    try sketch.verdict(true, at: Point(x: second.midX, y: second.maxY - 44))
  }

  private func clock(
    _ sketch: inout Sketch, _ index: Int, _ color: Color, down: Double = 0
  ) throws(RenderError) {
    let screen = Sketch.screen(index).offset(y: down)
    try sketch.words(
      sketch.strings.text("date"), 10, 600, color,
      in: Rect(x: screen.x, y: screen.y + 36, width: screen.width, height: 16))
    try sketch.words(
      PhoneMockup.standardTime, 44, 600, color,
      in: Rect(x: screen.x, y: screen.y + 50, width: screen.width, height: 54))
    try sketch.island(index)
  }

  private func drawHome(_ sketch: inout Sketch) throws(RenderError) {
    try sketch.phone(screen: Color(red: 214, green: 224, blue: 240))
    let screen = Sketch.screen()
    let (side, gap) = (34.0, 10.4)
    var photos = Rect(x: 0, y: 0, width: side, height: side)
    for row in 0..<6 {
      for column in 0..<4 {
        let frame = Rect(
          x: screen.x + 10.4 + Double(column) * (side + gap),
          y: screen.y + 44 + Double(row) * (side + 18), width: side, height: side)
        if row == 1 && column == 2 { photos = frame }
        try sketch.box(frame, 8, row == 1 && column == 2 ? .white : Sketch.tile)
      }
    }
    let petals = [
      Color(red: 255, green: 149, blue: 0), Color(red: 255, green: 59, blue: 48),
      Color(red: 175, green: 82, blue: 222), Color(red: 0, green: 122, blue: 255),
      Color(red: 52, green: 199, blue: 89), Color(red: 255, green: 204, blue: 0),
    ]
    let places = [(0.0, -8.0), (7, -4), (7, 4), (0, 8), (-7, 4), (-7, -4)]
    for (color, place) in zip(petals, places) {
      try sketch.box(
        Rect(x: photos.midX + place.0 - 4.5, y: photos.midY + place.1 - 4.5, width: 9, height: 9),
        4.5, color)
    }
    try sketch.words(
      sketch.strings.text("label.photos"), 9, 600, Sketch.ink,
      in: Rect(x: photos.x - 20, y: photos.maxY + 2, width: side + 40, height: 14))
    try sketch.mark(photos, radius: 8)
    try sketch.island()
  }

  private func drawGrid(_ sketch: inout Sketch) throws(RenderError) {
    try sketch.phone(screen: .white)
    let screen = Sketch.screen()
    try sketch.words(
      sketch.strings.text("label.photos"), 20, 700, Sketch.ink,
      in: Rect(x: screen.x + 12, y: screen.y + 32, width: screen.width - 24, height: 26),
      isCentered: false)
    let side = (screen.width - 24 - 8) / 3
    var red = Rect(x: 0, y: 0, width: side, height: side)
    for row in 0..<5 {
      for column in 0..<3 {
        let frame = Rect(
          x: screen.x + 12 + Double(column) * (side + 4),
          y: screen.y + 68 + Double(row) * (side + 4), width: side, height: side)
        let gray = UInt8(190 + (row * 7 + column * 11) % 5 * 9)
        if row == 3 && column == 1 {
          red = frame
        } else {
          try sketch.box(frame, 4, Color(red: gray, green: gray, blue: gray))
        }
      }
    }
    try sketch.redPicture(red, radius: 4)
    try sketch.mark(red, radius: 4)
    try sketch.island()
  }

  private func drawMenu(_ sketch: inout Sketch, isHeld: Bool) throws(RenderError) {
    try sketch.phone(screen: Color(red: 226, green: 226, blue: 230))
    let screen = Sketch.screen()
    let red = Rect(x: screen.midX - 58, y: screen.y + 40, width: 116, height: 180)
    try sketch.redPicture(red, radius: 12)
    let titles = ["label.copyPhoto", "label.share", "label.addToAlbum"]
    for (index, title) in titles.enumerated() {
      try sketch.row(
        sketch.strings.text(title),
        Rect(
          x: screen.x + 22, y: red.maxY + 16 + Double(index) * 38, width: screen.width - 44,
          height: 32),
        isMarked: !isHeld && title == "label.share")
    }
    if isHeld {
      // A fingertip with ripples.
      let center = Point(x: red.midX + 14, y: red.midY + 34)
      for (radius, opacity) in [(34.0, 0.18), (25, 0.28), (16, 0.85)] {
        try sketch.box(
          Rect(
            x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius),
          radius, Sketch.accent.opacity(opacity))
      }
    }
    try sketch.island()
  }

  private func drawSheet(_ sketch: inout Sketch) throws(RenderError) {
    try sketch.phone(screen: Color(red: 200, green: 200, blue: 205))
    let screen = Sketch.screen()
    try sketch.redPicture(
      Rect(x: screen.midX - 36, y: screen.y + 34, width: 72, height: 104), radius: 8)
    let sheet = Rect(
      x: screen.x, y: screen.y + 152, width: screen.width, height: screen.height - 152)
    try sketch.box(sheet, 26, Sketch.panel)
    for index in 0..<4 {
      try sketch.box(
        Rect(x: sheet.x + 16 + Double(index) * 42, y: sheet.y + 16, width: 32, height: 32), 16,
        Sketch.tile)
    }
    let titles = ["label.copyPhoto", "label.addToAlbum", "label.useAsWallpaper"]
    for (index, title) in titles.enumerated() {
      try sketch.row(
        sketch.strings.text(title),
        Rect(
          x: sheet.x + 16, y: sheet.y + 68 + Double(index) * 44, width: sheet.width - 32, height: 36
        ),
        isMarked: title == "label.useAsWallpaper")
    }
    try sketch.island()
  }

  private func drawPair(_ sketch: inout Sketch) throws(RenderError) {
    let screen = Sketch.screen()
    try sketch.phone(screen: Sketch.red)
    try sketch.redPicture(screen, radius: 30)
    try clock(&sketch, 0, .white, down: 24)
    let isRightToLeft = sketch.strings.language.isRightToLeft
    let add = Rect(
      x: isRightToLeft ? screen.x + 12 : screen.maxX - 66, y: screen.y + 28, width: 54, height: 24)
    try sketch.box(add, 12, .white)
    try sketch.words(sketch.strings.text("label.add"), 11, 700, Sketch.ink, in: add)
    let sheet = Rect(
      x: screen.x, y: screen.maxY - 138, width: screen.width, height: 138)
    try sketch.box(sheet, 26, Sketch.panel)
    let pair = Rect(x: sheet.x + 18, y: sheet.y + 22, width: sheet.width - 36, height: 42)
    try sketch.box(pair, 12, Sketch.accent)
    try sketch.words(
      sketch.strings.text("label.setAsPair"), 12, 700, .white,
      in: pair.inset(by: Insets(horizontal: 6, vertical: 0)))
    let other = Rect(x: pair.x, y: pair.maxY + 12, width: pair.width, height: 38)
    try sketch.box(other, 12, .white)
    try sketch.words(
      sketch.strings.text("label.customize"), 11, 500, Sketch.ink,
      in: other.inset(by: Insets(horizontal: 6, vertical: 0)))
    try sketch.mark(add, radius: 12, number: 1)
    try sketch.mark(pair, radius: 12, number: 2)
  }

  private func drawDone(_ sketch: inout Sketch) throws(RenderError) {
    let screen = Sketch.screen()
    try sketch.phone(screen: Sketch.red)
    try sketch.redPicture(screen, radius: 30)
    try clock(&sketch, 0, .white)
    try sketch.verdict(true, at: Point(x: screen.midX, y: screen.maxY - 38))
  }
}
