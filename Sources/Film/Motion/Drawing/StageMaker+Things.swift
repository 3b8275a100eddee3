import Designs
import Graphics
import Mockup
import WallfarmCore
import WallfarmPluginKit

/// Computes the positions and parents of the things in a shot.
extension StageMaker {
  /// The frame and buttons of a thing, computed because other things are placed relative to it.
  private struct Known {
    let slot: Int
    /// The visible frame in canvas points.
    let body: Rect
    /// The centers of the thing's buttons.
    let buttons: [Point]
  }

  func add(
    _ things: [MotionThing], of shot: Int, to slots: inout [ShotStage.Slot], _ plan: RenderPlan
  ) throws(RenderError) {
    // Compute the frames only of things that other things depend on.
    let needed = Set(
      things.compactMap(\.with) + things.compactMap(\.below)
        + things.compactMap { $0.on?.dialog })
    let columns = try columns(of: things, plan)
    var known: [String: Known] = [:]
    for thing in things {
      let parent = thing.with.flatMap { known[$0] }
      let dialog = thing.on.flatMap { known[$0.dialog] }
      let frame = parent?.body ?? Rect(origin: Point(x: 0, y: 0), size: stage.size)
      var middle = Point(
        x: frame.x + thing.place.x * frame.width, y: frame.y + thing.place.y * frame.height)
      if let dialog, let on = thing.on { middle = dialog.buttons[on.button - 1] }
      if let above = thing.below.flatMap({ known[$0] }) {
        middle.y = above.body.maxY + gap + (columns.heights[thing.name] ?? 0) / 2
      } else {
        middle.y -= (columns.rest[thing.name] ?? 0) / 2
      }
      var width = thing.width * (parent?.body.width ?? stage.width)
      if case .phone = thing.kind, parent == nil { width = min(width, try widest(at: middle)) }
      let slot = parent?.slot ?? dialog?.slot
      let first = slots.count
      let placed = PlacedThing(thing: thing, middle: middle, width: width)
      if case .confetti(let confetti) = thing.kind {
        slots.append(try self.confetti(confetti, thing, middle, slot, plan))
      } else if usesCount(thing) {
        let place = Point(x: middle.x * stage.scale.x, y: middle.y * stage.scale.y)
        slots.append(
          ShotStage.Slot(
            name: thing.name, content: .counted(placed), middle: place, parent: slot))
      } else {
        slots += try sprites(of: placed, shot, count: nil, plan).map {
          ShotStage.Slot(
            name: thing.name, content: .sprite($0.sprite), middle: $0.middle, parent: slot,
            letters: $0.letters)
        }
      }
      guard slots.count > first, needed.contains(thing.name) else { continue }
      known[thing.name] = try found(placed, slot: first, plan)
    }
  }

  /// The distance in points between two things in a column.
  private var gap: Double { 14 * stage.unit }

  /// Returns the height of each thing below another thing and, for the first thing of each column,
  /// the height of everything below it.
  private func columns(
    of things: [MotionThing], _ plan: RenderPlan
  ) throws(RenderError) -> (heights: [String: Double], rest: [String: Double]) {
    var heights: [String: Double] = [:]
    var rest: [String: Double] = [:]
    var first: [String: String] = [:]
    for thing in things {
      guard let above = thing.below else { continue }
      let placed = PlacedThing(
        thing: thing, middle: Point(x: 0, y: 0), width: thing.width * stage.width)
      let height = try found(placed, slot: 0, plan).body.height
      let top = first[above] ?? above
      first[thing.name] = top
      heights[thing.name] = height
      rest[top, default: 0] += gap + height
    }
    return (heights, rest)
  }

  /// Returns the maximum width at which a phone mockup is not cropped at the top or bottom.
  private func widest(at middle: Point) throws(RenderError) -> Double {
    let size = PhoneMockup(try phone).size
    let room = 2 * min(middle.y, stage.size.height - middle.y)
    // If the center is outside the canvas, the phone is intended to be cropped, so its width is not
    // limited.
    return room > 0 ? room * size.width / size.height : .infinity
  }

  /// Computes the frame of a thing and the centers of its buttons.
  private func found(
    _ placed: PlacedThing, slot: Int, _ plan: RenderPlan
  ) throws(RenderError) -> Known {
    let (middle, width) = (placed.middle, placed.width)
    if case .phone = placed.thing.kind {
      let size = PhoneMockup(try phone).size
      let height = width * size.height / size.width
      let body = Rect(
        x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
      return Known(slot: slot, body: body, buttons: [])
    }
    guard let drawn = try layout(plan).drawn(placed.thing, width: width, count: nil) else {
      return Known(
        slot: slot, body: Rect(origin: middle, size: Size(width: 0, height: 0)), buttons: [])
    }
    let (dx, dy) = (middle.x - drawn.body.midX, middle.y - drawn.body.midY)
    return Known(
      slot: slot, body: drawn.body.offset(x: dx, y: dy),
      buttons: drawn.buttons.map { Point(x: $0.midX + dx, y: $0.midY + dy) })
  }
}

/// A thing with its position.
package struct PlacedThing {
  let thing: MotionThing
  /// The center in canvas points.
  let middle: Point
  /// The width in points.
  let width: Double
}
