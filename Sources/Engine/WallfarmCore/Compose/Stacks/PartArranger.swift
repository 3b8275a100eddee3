internal import Designs
import Languages
import WallfarmPluginKit

/// Arranges the parts of a plan, each in its own area.
struct PartArranger {
  let plan: RenderPlan
  let ports: PluginPorts

  /// A layout with its arrangement.
  struct Arranged {
    let layout: PlannedPlugin<any Layout>
    let area: Rect
    /// The index of the template's stack that contains the layout, or `nil` if the layout is not in
    /// a stack.
    let stack: Int?
    let arrangement: Arrangement
    let log: PluginLines
    let origin: Origin
  }

  /// Arranges the layouts of a template part in an area, in order.
  func arrange(_ part: PlannedPart, in area: Rect, of index: Int) throws(RenderError) -> [Arranged]
  {
    if case .stack = part.content { return try arrange(part, in: area, stack: index) }
    return try arrange(part, in: area, stack: nil)
  }

  private func arrange(
    _ part: PlannedPart, in area: Rect, stack: Int?
  ) throws(RenderError) -> [Arranged] {
    switch part.content {
    case .layout(let index):
      let layout = plan.layouts[index]
      let log = PluginLines(of: layout.plugin)
      return [
        Arranged(
          layout: layout, area: area, stack: stack,
          arrangement: try arrangement(of: layout, in: area, isNamed: stack != nil, log), log: log,
          origin: part.origin)
      ]
    case .stack(let form, let settings, let parts):
      let areas = try areas(of: parts, form, settings, in: area, part.origin)
      var arranged: [Arranged] = []
      for (part, area) in zip(parts, areas) {
        arranged += try arrange(part, in: area, stack: stack)
      }
      return arranged
    }
  }

  private func arrangement(
    of layout: PlannedPlugin<any Layout>, in area: Rect, isNamed: Bool, _ log: PluginLines?
  ) throws(RenderError) -> Arrangement {
    try layout.plugin.requireContent(plan.content)
    do throws(RenderError) {
      return try layout.instance.arrange(
        in: ComposeContext(
          plan, of: layout.plugin, area: area, ports, filmTime: layout.filmTime(of: plan.request),
          log))
    } catch {
      if error.code == .noNotes { throw error.named(layout.plugin.id) }
      throw isNamed ? error.named(layout.plugin.id, in: area) : error
    }
  }

  /// Returns the areas of a stack's parts, in order.
  private func areas(
    of parts: [PlannedPart], _ form: StackForm, _ settings: StackSettings, in area: Rect,
    _ origin: Origin
  ) throws(RenderError) -> [Rect] {
    let scale = plan.device.typeScale
    let inner = area.inset(by: Insets(horizontal: settings.side * scale, vertical: 0))
    guard inner.width > 0 else { throw .noWidthInStack(area.width, origin: origin) }
    let isMirrored = form == .columns ? try readsFromTheRight() : false
    var wishes = try parts.map { (part) throws(RenderError) -> StackLengths.Wish in
      switch part.size {
      case .fixed(let length): return .fixed(length * scale)
      case .fill(let share): return .fill(share)
      case .natural:
        let room = try roomNeeded(by: part, in: inner)
        return .natural(form == .stack ? room.height : room.width)
      }
    }
    let leading =
      switch settings.anchor {
      case .top: 0.0
      case .center: 0.5
      case .bottom: 1.0
      }
    let room = form == .stack ? inner.height : inner.width
    var lengths = StackLengths(room, gap: settings.gap * scale, wishes: wishes, leading: leading)
    if lengths.isTight {
      // Measure the minimum sizes of filling parts only if the stack is tight, because they are not
      // needed otherwise.
      for (index, part) in parts.enumerated() {
        guard case .fill(let share) = part.size else { continue }
        let needs = try roomNeeded(by: part, in: inner)
        wishes[index] = .fill(share, needs: form == .stack ? needs.height : needs.width)
      }
      lengths = StackLengths(room, gap: settings.gap * scale, wishes: wishes, leading: leading)
    }
    guard !lengths.isTooLong else {
      throw .noRoomInStack(form, room: room, needed: lengths.fixed, origin: origin)
    }
    return lengths.parts.map { start, length in
      switch form {
      case .stack:
        Rect(x: inner.x, y: inner.y + start, width: inner.width, height: length)
      case .columns:
        Rect(
          x: isMirrored ? inner.maxX - start - length : inner.x + start, y: inner.y,
          width: length, height: inner.height)
      }
    }
  }

  /// Returns the size that a part needs within an area.
  private func roomNeeded(by part: PlannedPart, in area: Rect) throws(RenderError) -> Size {
    switch part.content {
    case .layout(let index):
      let arrangement = try arrangement(of: plan.layouts[index], in: area, isNamed: true, nil)
      if let room = arrangement.room { return room }
      let places = DrawnPlaces(measurer: ports.measurer, canvas: ComposeContext.bounds(of: plan))
      guard let drawn = try places.room(of: arrangement.layers) else {
        return Size(width: 0, height: 0)
      }
      // The margin of one point prevents rounding from making the area too small for the measured
      // content.
      return Size(width: drawn.width + 1, height: drawn.height + 1)
    case .stack(let form, let settings, let parts):
      let scale = plan.device.typeScale
      let side = settings.side * scale
      let inner = area.inset(by: Insets(horizontal: side, vertical: 0))
      let areas = try areas(of: parts, form, settings, in: area, part.origin)
      var (along, across, count) = (0.0, 0.0, 0)
      for (part, own) in zip(parts, areas) {
        // A part's size across the stack is the size that it needs within its own area.
        let room = try roomNeeded(by: part, in: own)
        across = max(across, form == .stack ? room.width : room.height)
        let length: Double
        if case .fixed(let fixed) = part.size {
          length = fixed * scale
        } else {
          let room = try roomNeeded(by: part, in: inner)
          length = form == .stack ? room.height : room.width
        }
        guard length > 0 else { continue }
        along += length
        count += 1
      }
      along += Double(max(0, count - 1)) * settings.gap * scale
      return form == .stack
        ? Size(width: across + 2 * side, height: along)
        : Size(width: along + 2 * side, height: across)
    }
  }

  private func readsFromTheRight() throws(RenderError) -> Bool {
    switch plan.request.direction {
    case .rightToLeft: true
    case .leftToRight: false
    case .automatic:
      plan.request.language == nil ? false : try ICUWords(plan.request.language).isRightToLeft()
    }
  }
}

extension RenderError {
  /// Adds the layout's name to an error about missing notes.
  fileprivate func named(_ layout: String) -> RenderError {
    var error = self
    error.also = error.also ?? "the layout '\(layout)' needs notes"
    return error
  }

  /// Adds the name of the layout that failed and the size of its area.
  fileprivate func named(_ layout: String, in area: Rect) -> RenderError {
    var error = self
    error.also =
      error.also
      ?? "the layout '\(layout)' can use \(Int(area.width)) × \(Int(area.height)) pt of the free "
      + "area"
    return error
  }

  fileprivate static func noWidthInStack(_ width: Double, origin: Origin) -> RenderError {
    RenderError(
      .stackTooLong,
      "the margin 'side' leaves no width for content in a stack that is \(Int(width)) pt wide",
      origin: origin, hint: "reduce 'side'")
  }

  fileprivate static func noRoomInStack(
    _ form: StackForm, room: Double, needed: Double, origin: Origin
  ) -> RenderError {
    RenderError(
      .stackTooLong,
      "the parts and gaps of a stack need \(Int(needed.rounded(.up))) pt "
        + (form == .stack ? "of height" : "of width")
        + ", but the stack has \(Int(max(0, room))) pt",
      origin: origin, hint: "reduce 'gap' or a 'size', or write \"size\": \"fill\"")
  }
}
