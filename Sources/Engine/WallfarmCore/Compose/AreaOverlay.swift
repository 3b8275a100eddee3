internal import Designs
import WallfarmPluginKit

/// Layers that show the areas of the lock screen, for `--show-areas`.
struct AreaOverlay {
  let plan: RenderPlan
  let composition: Composition

  var layers: [Layer] {
    plan.area.obstacles.flatMap { obstacle in
      area(
        obstacle.frame, name: obstacle.kind.rawValue, color: Color(red: 255, green: 59, blue: 48))
    }
      + safeArea
      + area(plan.area.frame, name: "free area", color: Color(red: 52, green: 199, blue: 89))
      + parts
      + composition.notes.flatMap { note in
        outline(note.frame, name: "\(note.number)", color: Color(red: 10, green: 132, blue: 255))
      }
  }

  /// The layers that outline the areas of layouts that share the free area.
  private var parts: [Layer] {
    composition.layouts.enumerated().filter { $1.area != plan.area.frame }.flatMap {
      index, layout in
      let color = Color(red: 191, green: 90, blue: 242)
      let name = "\(layout.layout) \(index + 1)"
      let shape = ShapeContent(
        .rectangle(layout.area.inset(by: Insets(horizontal: 0.5, vertical: 0.5))),
        stroke: Stroke(color: color, width: 1, dash: [4, 3]))
      return [
        Layer("area.\(name)", .shape(shape)), label(name, in: layout.area, color: color, .start),
      ]
    }
  }

  /// The layers for the safe area, which is drawn as an outline because it contains all other
  /// areas.
  private var safeArea: [Layer] {
    let screen = Rect(origin: Point(x: 0, y: 0), size: plan.device.points)
    let frame = screen.inset(by: plan.device.safeArea)
    let color = Color(red: 255, green: 204, blue: 0)
    let shape = ShapeContent(
      .rectangle(frame.inset(by: Insets(horizontal: 1, vertical: 0))),
      stroke: Stroke(color: color, width: 1, dash: [2, 3]))
    return [
      Layer("area.safe area", .shape(shape)), label("safe area", in: frame, color: color),
    ]
  }

  private func area(_ frame: Rect, name: String, color: Color) -> [Layer] {
    let shape = ShapeContent(
      .rectangle(frame), fill: .color(color.opacity(0.16)),
      stroke: Stroke(color: color, width: 1, dash: [6, 4]))
    return [Layer("area.\(name)", .shape(shape)), label(name, in: frame, color: color)]
  }

  private func outline(_ frame: Rect, name: String, color: Color) -> [Layer] {
    let shape = ShapeContent(.rectangle(frame), stroke: Stroke(color: color, width: 1))
    return [Layer("frame.\(name)", .shape(shape))]
  }

  private func label(
    _ text: String, in frame: Rect, color: Color, _ alignment: TextAlignment = .end
  ) -> Layer {
    let style = TextStyle(family: "Inter", size: 11, weight: 600, color: color)
    let block = TextBlock(text, style: style, alignment: alignment)
    let place = Rect(x: frame.x + 8, y: frame.y + 4, width: frame.width - 16, height: 14)
    return Layer("label.\(text)", .text(TextContent(block, frame: place)))
  }
}
