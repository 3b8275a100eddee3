import WallfarmPluginKit

/// The place of an image: at an edge, in an area, or in a cell of a grid.
struct PicturePlace {
  private enum Form: String, CaseIterable {
    case edge
    case area
    case grid
  }

  private enum Base: String, CaseIterable {
    case freeArea = "free-area"
    case screen
  }

  private enum Obstacles: String, CaseIterable {
    case avoid
    case allow
  }

  private static let by = Parameter.choice(
    "by", default: Form.edge,
    summary: "Placement: at an edge or corner, in an area, or in a cell of a grid.")
  private static let base = Parameter.choice(
    "in", default: Base.freeArea,
    summary: "Reference of the placement: the area that the clock, widgets and controls leave "
      + "free, or the whole screen.")
  private static let obstacles = Parameter.choice(
    "obstacles", default: Obstacles.avoid,
    summary: "Whether the image may be behind the clock, widgets, controls and text: avoid or "
      + "allow.")
  private static let edge = Parameter.choice(
    "place", default: PictureEdge.center,
    summary: "Position at the edges, or alignment in the area or cell.")
  private static let margin = Parameter.number(
    "margin", in: 0...200, unit: .typePoints, default: 24,
    summary: "Space to the edges, for placement at an edge.")
  private static let width = Parameter.number(
    "width", in: 0...1, unit: .fraction, default: 0,
    summary: "Width as a share of the free area, screen, area or cell; if 0, 0.4 at an edge and 1 "
      + "elsewhere.")
  private static let points = Parameter.number(
    "points", in: 0...2000, unit: .typePoints, default: 0,
    summary: "Width in points; if 0, 'width' is used.")
  private static let x = Parameter.number(
    "x", in: 0...1, unit: .fraction, default: 0, summary: "Left edge of the area.")
  private static let y = Parameter.number(
    "y", in: 0...1, unit: .fraction, default: 0, summary: "Top edge of the area.")
  private static let areaWidth = Parameter.number(
    "area-width", in: 0.01...1, unit: .fraction, default: 1, summary: "Width of the area.")
  private static let areaHeight = Parameter.number(
    "area-height", in: 0.01...1, unit: .fraction, default: 1, summary: "Height of the area.")
  private static let columns = Parameter.integer(
    "columns", in: 1...24, default: 3, summary: "Number of columns of the grid.")
  private static let rows = Parameter.integer(
    "rows", in: 1...48, default: 3, summary: "Number of rows of the grid.")
  private static let column = Parameter.integer(
    "column", in: 1...24, default: 1, summary: "Column of the cell; 1 is on the left.")
  private static let row = Parameter.integer(
    "row", in: 1...48, default: 1, summary: "Row of the cell; 1 is at the top.")
  private static let gap = Parameter.number(
    "gap", in: 0...100, unit: .typePoints, default: 0, summary: "Space between cells.")

  static let keys: [ParameterDescription] = [
    by.description, base.description, obstacles.description, edge.description, margin.description,
    width.description, points.description, x.description, y.description, areaWidth.description,
    areaHeight.description, columns.description, rows.description, column.description,
    row.description, gap.description,
  ]

  private let form: Form
  private let base: Base
  /// Whether the image may be behind the clock, widgets, controls and text.
  let mayCover: Bool
  private let edge: PictureEdge
  private let margin: Double
  private let width: Double
  private let points: Double
  private let gap: Double
  /// The area as shares of the base.
  private let area: Rect
  private let cell: (column: Int, row: Int, columns: Int, rows: Int)

  init(_ values: ParameterValues) throws(RenderError) {
    form = try values.value(of: Self.by)
    base = try values.value(of: Self.base)
    mayCover = try values.value(of: Self.obstacles) == .allow
    edge = try values.value(of: Self.edge)
    margin = try values.value(of: Self.margin)
    width = try values.value(of: Self.width)
    points = try values.value(of: Self.points)
    gap = try values.value(of: Self.gap)
    area = Rect(
      x: try values.value(of: Self.x), y: try values.value(of: Self.y),
      width: try values.value(of: Self.areaWidth), height: try values.value(of: Self.areaHeight))
    cell = (
      try values.value(of: Self.column), try values.value(of: Self.row),
      try values.value(of: Self.columns), try values.value(of: Self.rows)
    )
    try check()
  }

  /// Checks that the area and the cell are inside their base.
  private func check() throws(RenderError) {
    let rounding = 1e-9
    switch form {
    case .edge: return
    case .area:
      guard area.maxX > 1 + rounding || area.maxY > 1 + rounding else { return }
      throw RenderError(
        .invalidParameter,
        "the area extends beyond its base: it ends at \(area.maxX) of the width and \(area.maxY) "
          + "of the height",
        hint: "reduce 'x' and 'area-width', or 'y' and 'area-height', to sums of at most 1")
    case .grid:
      guard cell.column > cell.columns || cell.row > cell.rows else { return }
      throw RenderError(
        .invalidParameter,
        "a grid of \(cell.columns) × \(cell.rows) has no cell in column \(cell.column) and row "
          + "\(cell.row)",
        hint: "choose a 'column' up to \(cell.columns) and a 'row' up to \(cell.rows)")
    }
  }

  /// Returns the frame of an image, whose edges are on whole pixels.
  ///
  /// - Throws: `image-covered` if the frame meets an obstacle that it must avoid.
  func frame(of shape: PictureShape, in context: ComposeContext) throws(RenderError) -> Rect {
    let slot = slot(in: context)
    let frame = onPixels(placed(shape, in: slot, context), in: context)
    guard !mayCover, base == .screen else { return frame }
    for obstacle in context.obstacles {
      let shared = obstacle.frame.intersection(frame)
      guard shared.width > 0.5, shared.height > 0.5 else { continue }
      throw .imageCovered(obstacle.kind)
    }
    return frame
  }

  /// The size that the image needs in a stack, including its margins.
  func room(around frame: Rect, in context: ComposeContext) -> Size {
    let space = form == .edge ? 2 * margin * context.typeScale : 0
    return Size(width: frame.width + space, height: frame.height + space)
  }

  /// The rectangle in which the image is aligned.
  private func slot(in context: ComposeContext) -> Rect {
    let whole = base == .screen ? context.bounds : context.freeArea
    switch form {
    case .edge:
      // Very small areas have smaller margins, so that something of the image remains.
      let space = min(margin * context.typeScale, whole.width / 3, whole.height / 3)
      return whole.inset(by: Insets(horizontal: space, vertical: space))
    case .area:
      return Rect(
        x: whole.x + area.x * whole.width, y: whole.y + area.y * whole.height,
        width: area.width * whole.width, height: area.height * whole.height)
    case .grid:
      let gap = gap * context.typeScale
      func part(_ index: Int, of count: Int, _ length: Double) -> (start: Double, length: Double) {
        let gap = min(gap, length / Double(2 * count))
        let own = (length - gap * Double(count - 1)) / Double(count)
        return (Double(index - 1) * (own + gap), own)
      }
      let x = part(cell.column, of: cell.columns, whole.width)
      let y = part(cell.row, of: cell.rows, whole.height)
      return Rect(
        x: whole.x + x.start, y: whole.y + y.start, width: x.length, height: y.length)
    }
  }

  /// Aligns an image of the chosen width in a slot; an image that is too large becomes smaller.
  private func placed(_ shape: PictureShape, in slot: Rect, _ context: ComposeContext) -> Rect {
    let share = width > 0 ? width : form == .edge ? 0.4 : 1
    let whole = base == .screen ? context.bounds : context.freeArea
    let wanted =
      points > 0 ? points * context.typeScale : share * (form == .edge ? whole : slot).width
    let size: Size
    switch shape {
    case .whole: size = slot.size
    case .wholeInArea where form != .edge:
      let factor = min(1, wanted / slot.width)
      size = Size(width: slot.width * factor, height: slot.height * factor)
    case .ratio(let ratio), .wholeInArea(let ratio):
      let own = min(wanted, slot.width, slot.height * ratio)
      size = Size(width: own, height: own / ratio)
    }
    let alignment = edge.alignment
    return Rect(
      x: slot.x + (slot.width - size.width) * alignment.x,
      y: slot.y + (slot.height - size.height) * alignment.y, width: size.width, height: size.height)
  }

  /// Rounds the edges to whole pixels, so that straight edges of a logo are sharp.
  private func onPixels(_ rect: Rect, in context: ComposeContext) -> Rect {
    guard let scale = context.screen?.scale else { return rect }
    func ends(_ low: Double, _ high: Double, _ scale: Double) -> (Double, Double) {
      let first = (low * scale).rounded()
      return (first / scale, max(first + 1, (high * scale).rounded()) / scale)
    }
    let (left, right) = ends(rect.x, rect.maxX, scale.x)
    let (top, bottom) = ends(rect.y, rect.maxY, scale.y)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// The nine positions of an image.
enum PictureEdge: String, CaseIterable {
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left
  case center
  case right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"

  /// The share of the free space that is to the left of and above the image.
  var alignment: UnitPoint {
    switch self {
    case .topLeft: UnitPoint(x: 0, y: 0)
    case .top: UnitPoint(x: 0.5, y: 0)
    case .topRight: UnitPoint(x: 1, y: 0)
    case .left: UnitPoint(x: 0, y: 0.5)
    case .center: .center
    case .right: UnitPoint(x: 1, y: 0.5)
    case .bottomLeft: UnitPoint(x: 0, y: 1)
    case .bottom: UnitPoint(x: 0.5, y: 1)
    case .bottomRight: UnitPoint(x: 1, y: 1)
    }
  }
}

extension RenderError {
  fileprivate static func imageCovered(_ kind: Obstacle.Kind) -> RenderError {
    RenderError(
      .imageCovered, "the image of the layout 'picture' is behind the \(kind.rawValue)",
      hint: "move it, write \"in\": \"free-area\", or write \"obstacles\": \"allow\" for a texture")
  }
}
