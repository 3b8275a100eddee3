import Designs
import Files
import Films
import Graphics
import Mockup
import RenderFarm
import SourceJSON
import Spelling
import WallfarmCore
import WallfarmPluginKit

/// Makes stages of shots: composes the picture, and draws what moves once.
final class StageMaker {
  private let motion: Motion
  private let device: Device
  private let language: String?
  private let renderer: Renderer
  private let stage: Stage
  /// In place of those in the file.
  private let photo: String?
  /// Sprites of things by shot, name and number; they are the same whatever the picture behind them is.
  private var sprites: [SpriteKey: [Drawn]] = [:]

  private struct SpriteKey: Hashable {
    let shot: Int
    let name: String
    let count: Int?
  }

  private struct Drawn {
    let sprite: Sprite
    let middle: Point
  }

  init(
    _ motion: Motion, on device: Device, language: String?, photo: String? = nil,
    renderer: Renderer
  ) {
    (self.motion, self.device, self.renderer) = (motion, device, renderer)
    self.language = motion.language(for: language)
    self.photo = photo
    stage = Stage(device, language: self.language)
  }

  // MARK: - A stage

  /// A shot with its picture in the state that some settings make.
  ///
  /// - Throws: what is wrong with the picture or the things in it.
  func stage(
    of shot: Int, settings: [(name: String, value: Double)]
  ) throws(RenderError) -> ShotStage {
    let written = motion.shots[shot]
    // A transition shows two shots; sprites of more are memory for nothing.
    sprites = sprites.filter { abs($0.key.shot - shot) <= 1 }
    var request = try request(written.picture, on: device)
    try apply(settings, to: &request)
    let parts = try located(written.picture) { () throws(RenderError) in
      try renderer.takeApart(request)
    }
    let (plan, warnings) = (parts.plan, parts.warnings)
    let layers = parts.layers.flatMap { divided($0, of: written) }
    try checkSelectors(of: written, layers)
    var slots: [ShotStage.Slot] = []
    var base = parts.takeGround()
    if moves("background", in: written) {
      let sprite = Sprite(canvas: base, beyond: 2)
      slots.append(slot("background", sprite))
    }
    var still: [Layer] = []
    for layer in layers {
      guard moves(layer.name, in: written) else {
        still.append(layer)
        continue
      }
      try flush(&still, &slots, &base, plan)
      let surface = try drawn([layer], plan)
      guard !isByWords(layer.name, in: written), let sprite = Sprite(surface) else {
        slots += try words(of: layer, surface, plan)
        continue
      }
      slots.append(slot(layer.name, sprite))
    }
    try flush(&still, &slots, &base, plan)
    try add(written.things, of: shot, to: &slots, plan)
    return ShotStage(
      base: base, slots: slots, unit: stage.unit * stage.scale.mean, warnings: warnings)
  }

  private func slot(_ name: String, _ sprite: Sprite) -> ShotStage.Slot {
    ShotStage.Slot(name: name, content: .sprite(sprite), middle: sprite.middle, parent: nil)
  }

  /// Draws layers that stand still: on the base, or over what moves below them.
  private func flush(
    _ still: inout [Layer], _ slots: inout [ShotStage.Slot], _ base: inout ImageSurface,
    _ plan: RenderPlan
  ) throws(RenderError) {
    guard !still.isEmpty else { return }
    if slots.isEmpty {
      try renderer.draw(still, for: plan, on: &base)
    } else if let sprite = Sprite(try drawn(still, plan)) {
      slots.append(slot("", sprite))
    }
    still = []
  }

  private func drawn(_ layers: [Layer], _ plan: RenderPlan) throws(RenderError) -> ImageSurface {
    var surface = try ImageSurface(size: device.pixels)
    try renderer.draw(layers, for: plan, on: &surface)
    return surface
  }

  // MARK: - Layers of the picture

  private func moves(_ name: String, in shot: MotionShot) -> Bool {
    shot.tracks.contains { $0.selects(name) && (name != "background" || !$0.isOfAll) }
  }

  private func isByWords(_ name: String, in shot: MotionShot) -> Bool {
    shot.tracks.contains { $0.isByWords && $0.selects(name) }
  }

  /// The layers of a group, where a track is about one of them.
  private func divided(_ layer: Layer, of shot: MotionShot) -> [Layer] {
    guard case .group(let group) = layer.content, group.clip == nil, layer.opacity == 1,
      !moves(layer.name, in: shot), group.layers.contains(where: { hasMoving($0, in: shot) })
    else { return [layer] }
    return group.layers.flatMap { divided($0, of: shot) }
  }

  private func hasMoving(_ layer: Layer, in shot: MotionShot) -> Bool {
    if moves(layer.name, in: shot) { return true }
    guard case .group(let group) = layer.content else { return false }
    return group.layers.contains { hasMoving($0, in: shot) }
  }

  /// Each word of a layer that is one text.
  private func words(
    of layer: Layer, _ surface: borrowing ImageSurface, _ plan: RenderPlan
  ) throws(RenderError) -> [ShotStage.Slot] {
    guard case .text(let content) = layer.content else { return [] }
    let pieces = try divided(
      content, surface, at: Point(x: 0, y: 0), renderer.textEngine(for: plan))
    return pieces.map { slot(layer.name, $0) }
  }

  /// The words of a text that was drawn on a surface at a place of the canvas, in pixels.
  private func divided(
    _ content: TextContent, _ surface: borrowing ImageSurface, at place: Point, _ text: TextEngine
  ) throws(RenderError) -> [Sprite] {
    let shaped = try text.shape(content.block, width: content.frame.width)
    let scale = stage.scale
    // A little more than a line, and less than half of a space.
    let (above, beside) = (content.block.style.size * 0.02, content.block.style.size * 0.08)
    return shaped.wordBoxes.compactMap { box in
      let frame = box.offset(x: content.frame.x, y: content.frame.y)
        .inset(by: Insets(horizontal: -beside, vertical: -above))
      return Sprite(
        surface,
        within: PixelBox(
          left: Int((frame.x * scale.x).rounded(.down)),
          top: Int((frame.y * scale.y).rounded(.down)),
          right: Int((frame.maxX * scale.x).rounded(.up)),
          bottom: Int((frame.maxY * scale.y).rounded(.up))), left: Int(place.x), top: Int(place.y))
    }
  }

  /// A track that is about nothing is a mistake.
  private func checkSelectors(of shot: MotionShot, _ layers: [Layer]) throws(RenderError) {
    let names = ["background"] + layers.map(\.name) + shot.things.map(\.name)
    for track in shot.tracks {
      guard case .layers(let patterns) = track.subject else { continue }
      for pattern in patterns where !names.contains(where: { MotionTrack.matches(pattern, $0) }) {
        let known = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        throw RenderError(
          .invalidValue, "there is no layer '\(pattern)' in the shot", origin: track.origin,
          hint: closestSpelling(to: pattern, among: known).map { "did you mean '\($0)'?" }
            ?? "it has " + known.prefix(12).joined(separator: ", "))
      }
    }
  }

  // MARK: - Things

  /// Where a thing stands, for those that stand on it or move with it.
  private struct Known {
    let slot: Int
    /// What of it is to be seen, in points of the canvas.
    let body: Rect
    /// The middles of its buttons.
    let buttons: [Point]
  }

  private func add(
    _ things: [MotionThing], of shot: Int, to slots: inout [ShotStage.Slot], _ plan: RenderPlan
  ) throws(RenderError) {
    var known: [String: Known] = [:]
    for thing in things {
      let parent = thing.with.flatMap { known[$0] }
      let dialog = thing.on.flatMap { known[$0.dialog] }
      let frame = parent?.body ?? Rect(origin: Point(x: 0, y: 0), size: stage.size)
      var middle = Point(
        x: frame.x + thing.place.x * frame.width, y: frame.y + thing.place.y * frame.height)
      if let dialog, let on = thing.on { middle = dialog.buttons[on.button - 1] }
      let width = thing.width * (parent?.body.width ?? stage.width)
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
            name: thing.name, content: .sprite($0.sprite), middle: $0.middle, parent: slot)
        }
      }
      guard slots.count > first else { continue }
      known[thing.name] = try found(placed, slot: first, plan)
    }
  }

  /// Body and buttons of a thing where it stands.
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

  private func usesCount(_ thing: MotionThing) -> Bool {
    guard case .text(let text) = thing.kind else { return false }
    return motion.text(text.words, in: language).contains("{count}")
  }

  /// A thing with a number in its words.
  func sprite(
    of placed: PlacedThing, count: Int?, in shot: Int
  ) throws(RenderError) -> Sprite? {
    let key = SpriteKey(shot: shot, name: placed.thing.name, count: count)
    if let known = sprites[key] { return known.first?.sprite }
    let plan = try renderer.resolve(try request(motion.shots[shot].picture, on: device))
    return try sprites(of: placed, shot, count: count, plan).first?.sprite
  }

  private func layout(_ plan: RenderPlan) -> ThingLayout {
    ThingLayout(stage, motion, renderer.textEngine(for: plan))
  }

  private func sprites(
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
    if let text = drawn.text, isByWords(thing.name, in: motion.shots[shot]) {
      return try divided(
        text, surface, at: Point(x: left, y: top), renderer.textEngine(for: plan)
      ).map { Drawn(sprite: $0, middle: $0.middle) }
    }
    return Sprite(surface, left: Int(left), top: Int(top))
      .map { [Drawn(sprite: $0, middle: center)] } ?? []
  }

  private func confetti(
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

  /// The phone that is drawn.
  private var phone: Device {
    get throws(RenderError) {
      device.id.hasPrefix("iphone") ? device : try DeviceCatalog.shipped.device("iphone15")
    }
  }

  /// A phone with a picture on its lock screen: the one that the film is for, where that is a phone.
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
    return try mockup.draw(
      try wallpaper.picture.surface.photo(), text: renderer.textEngine(for: plan),
      width: max(1, Int((width * stage.scale.x).rounded())))
  }

  // MARK: - Requests

  /// A picture of the file as a request.
  private func request(_ node: JSONNode, on device: Device) throws(RenderError) -> RenderRequest {
    let place = node.place
    func text(_ text: String) -> JSONNode { JSONNode(content: .string(text), place: place) }
    var members = (said(node).members ?? []).filter { $0.key != "devices" }
    members.append(JSONMember(key: "devices", keyPlace: place, value: text("iphone15")))
    if let language, !members.contains(where: { $0.key == "language" }) {
      members.append(JSONMember(key: "language", keyPlace: place, value: text(language)))
    }
    let root = JSONNode(content: .object(members), place: place)
    switch RequestFile.read(root, named: motion.file, files: motion.scope) {
    case .success(let file):
      guard var request = file.requests.first else {
        preconditionFailure("a request for a device asks for no picture")
      }
      request.device = device.id
      if let photo, node["photo"] != nil { request.background = .photo(file: photo) }
      return request
    case .failure(let mistakes): throw mistakes.all[0]
    }
  }

  /// With the words of the language.
  private func said(_ node: JSONNode) -> JSONNode {
    let content: JSONNode.Content
    switch node.content {
    case .string(let text) where text.hasPrefix("$"):
      content = .string(motion.text(.named(String(text.dropFirst())), in: language))
    case .array(let items): content = .array(items.map { said($0) })
    case .object(let members):
      content = .object(
        members.map { JSONMember(key: $0.key, keyPlace: $0.keyPlace, value: said($0.value)) })
    case .null, .bool, .number, .string: content = node.content
    }
    return JSONNode(content: content, place: node.place)
  }

  private func apply(
    _ settings: [(name: String, value: Double)], to request: inout RenderRequest
  ) throws(RenderError) {
    for (name, value) in settings {
      if name == "now" {
        request.now = request.now?.later(byDays: Int(value))
      } else {
        request.settings.append(
          Setting(
            key: name, value: JSONValue.number((value * 1000).rounded() / 1000).text(pretty: false))
        )
      }
    }
  }

  /// What is wrong with a picture is told at its place.
  private func located<Value: ~Copyable>(
    _ node: JSONNode, _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    do throws(RenderError) {
      return try body()
    } catch {
      var problem = error
      if problem.origin?.file == nil { problem.origin = node.place.origin(in: motion.file) }
      throw problem
    }
  }
}

extension When {
  /// The same time of another day.
  fileprivate func later(byDays days: Int) -> When {
    switch self {
    case .day(let day): .day(day.adding(days) ?? day)
    case .local(let day, let time): .local(day.adding(days) ?? day, time)
    case .moment(let moment): .moment(moment)
    }
  }
}

extension MotionTrack {
  /// Whether it is about every layer; what they stand on is not one of them.
  var isOfAll: Bool {
    guard case .layers(let patterns) = subject else { return false }
    return !patterns.contains("background")
  }
}

/// A thing where it stands.
struct PlacedThing {
  let thing: MotionThing
  /// In points of the canvas.
  let middle: Point
  /// In points.
  let width: Double
}
