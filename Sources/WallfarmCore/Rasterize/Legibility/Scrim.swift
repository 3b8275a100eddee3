import WallfarmPluginKit

/// A band across the screen behind the notes that fades out above and below.
///
/// It has no sides and no corners, so it reads as light falling off and not as a box.
struct Scrim {
  let color: Color
  /// 0…1.
  let strength: Double
  let canvas: Size

  /// Room of full strength above and below the text, and the length of the fade, in points.
  private static let room = 10.0
  private static let fade = 110.0

  func layer(behind area: Rect) -> Layer {
    let top = area.y - Scrim.room - Scrim.fade
    let bottom = area.maxY + Scrim.room + Scrim.fade
    let height = bottom - top
    // The slope of a smoothstep is 0 at both ends, so the eye finds no edge where the fade starts.
    let steps = (0...12).map { Double($0) / 12 }
    let rise = steps.map { share in
      GradientStop(
        share * Scrim.fade / height,
        color.opacity(strength * share * share * (3 - 2 * share)))
    }
    let fall = rise.reversed().map { GradientStop(1 - $0.position, $0.color) }
    let paint = Paint.linear(
      LinearGradient(
        start: Point(x: 0, y: top), end: Point(x: 0, y: bottom), stops: rise + fall))
    let band = Rect(x: 0, y: top, width: canvas.width, height: height)
    return Layer("scrim", .shape(ShapeContent(.rectangle(band), fill: paint)))
  }
}
