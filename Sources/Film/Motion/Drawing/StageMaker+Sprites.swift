import Designs
import Films
import Graphics
import Mockup
import WallfarmCore
package import WallfarmPluginKit

/// Draws the things in a shot as sprites, and caches the sprites.
extension StageMaker {
  /// Returns whether a thing is text that contains the `{count}` placeholder.
  ///
  /// Such text is drawn again for each number and is not split into words.
  func usesCount(_ thing: MotionThing) -> Bool {
    guard case .text(let text) = thing.kind else { return false }
    return motion.text(text.words, in: language).contains("{count}")
  }

  /// Returns the sprite of a thing whose text contains `{count}`, drawn with the given number.
  package func sprite(
    of placed: PlacedThing, count: Int?, in shot: Int
  ) throws(RenderError) -> Drawn? {
    let key = SpriteKey(shot: shot, name: placed.thing.name, count: count)
    if let known = sprites[key] { return known.first }
    let plan = try renderer.resolve(try request(motion.shots[shot].picture, on: device))
    return try sprites(of: placed, shot, count: count, plan).first
  }

  func layout(_ plan: RenderPlan) throws(RenderError) -> ThingLayout {
    ThingLayout(stage, motion, try renderer.textEngine(for: plan))
  }

  func sprites(
    of placed: PlacedThing, _ shot: Int, count: Int?, _ plan: RenderPlan
  ) throws(RenderError) -> [Drawn] {
    let key = SpriteKey(shot: shot, name: placed.thing.name, count: count)
    if let known = sprites[key] { return known }
    let made: [Drawn]
    do throws(RenderError) {
      made = try draw(placed, shot, count, plan)
    } catch {
      var problem = error
      if problem.origin == nil { problem.origin = placed.thing.origin }
      throw problem
    }
    sprites[key] = made
    return made
  }

  private func draw(
    _ placed: PlacedThing, _ shot: Int, _ count: Int?, _ plan: RenderPlan
  ) throws(RenderError) -> [Drawn] {
    let (scale, thing) = (stage.scale, placed.thing)
    let center = Point(x: placed.middle.x * scale.x, y: placed.middle.y * scale.y)
    if case .phone(let phone) = thing.kind {
      let surface = try drawn(phone, width: placed.width, plan)
      let left = Int((center.x - Double(surface.size.width) / 2).rounded())
      let top = Int((center.y - Double(surface.size.height) / 2).rounded())
      return Sprite(surface, left: left, top: top).map { [Drawn(sprite: $0, middle: center)] } ?? []
    }
    guard let drawn = try layout(plan).drawn(thing, width: placed.width, count: count) else {
      return []
    }
    var surface = try ImageSurface(
      size: PixelSize(
        width: Int((drawn.size.width * scale.x).rounded(.up)),
        height: Int((drawn.size.height * scale.y).rounded(.up))))
    try renderer.draw(drawn.layers, for: plan, on: &surface)
    let left = (center.x - drawn.body.midX * scale.x).rounded()
    let top = (center.y - drawn.body.midY * scale.y).rounded()
    if !usesCount(thing), let text = drawn.text, isByWords(thing.name, in: motion.shots[shot]) {
      return try divided(
        text, surface, at: Point(x: left, y: top), renderer.textEngine(for: plan)
      ).map {
        Drawn(
          sprite: $0, middle: $0.middle, letters: [letters(of: $0, like: text, on: .below)])
      }
    }
    guard let sprite = Sprite(surface, left: Int(left), top: Int(top)) else { return [] }
    let texts = try drawn.letters.map { (text) throws(RenderError) in
      try letters(
        text.text, on: text.plate.map { .plate($0) } ?? .below, at: Point(x: left, y: top), plan)
    }
    return [Drawn(sprite: sprite, middle: center, letters: texts)]
  }

  func confetti(
    _ confetti: MotionThing.Confetti, _ thing: MotionThing, _ middle: Point, _ parent: Int?,
    _ plan: RenderPlan
  ) throws(RenderError) -> ShotStage.Slot {
    let scale = stage.scale
    let (width, height) = (11 * stage.unit, 17 * stage.unit)
    let sprites = try confetti.colors.map { (color) throws(RenderError) -> Sprite? in
      var surface = try ImageSurface(
        size: PixelSize(
          width: Int((width * scale.x).rounded()) + 4, height: Int((height * scale.y).rounded()) + 4
        ))
      let frame = Rect(x: 2 / scale.x, y: 2 / scale.y, width: width, height: height)
      let shape = ShapeContent(.rounded(frame, radius: 2 * stage.unit), fill: .color(color))
      try renderer.draw([Layer("confetti", .shape(shape))], for: plan, on: &surface)
      return Sprite(surface)
    }.compactMap(\.self)
    let origin = Point(x: middle.x * scale.x, y: middle.y * scale.y)
    let flight = ConfettiFlight(
      confetti, from: origin, width: Double(device.pixels.width),
      height: Double(device.pixels.height))
    return ShotStage.Slot(
      name: thing.name, content: .confetti(flight, sprites), middle: origin, parent: parent)
  }

  /// The phone model for mockups: the film's device if it is an iPhone; otherwise, an iPhone 15.
  var phone: Device {
    get throws(RenderError) { try MotionRequests.phone(in: device) }
  }

  /// Draws a phone mockup with a picture on its lock screen.
  private func drawn(
    _ phone: MotionThing.Phone, width: Double, _ plan: RenderPlan
  ) throws(RenderError) -> ImageSurface {
    let shown = try self.phone
    let request = try request(phone.picture, on: shown)
    let wallpaper = try located(phone.picture) { () throws(RenderError) in
      try renderer.draw(request)
    }
    var mockup = PhoneMockup(shown)
    mockup.widgets = request.widgets
    mockup.clock = request.clock
    if let language { try mockup.speak(language) }
    return try mockup.draw(
      try wallpaper.picture.surface.photo(), text: renderer.textEngine(for: plan),
      width: max(1, Int((width * stage.scale.x).rounded())))
  }
}
