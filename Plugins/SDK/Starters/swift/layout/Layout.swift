/// A checklist: each note has a circle, with a tick if the note is completed.
///
/// This file draws the picture. Column.swift finds the largest type size at which the notes fit, and
/// WallfarmHost.swift exchanges the messages with wallfarm.

/// The proportions of a row, relative to the type size.
enum Proportion {
  /// The diameter of a circle.
  static let circle = 0.78
  /// The thickness of its line.
  static let stroke = 0.075
  /// From the edge of the list to the text.
  static let indent = 1.2
  /// From a baseline up to the middle of the capital letters.
  static let middle = 0.36
  /// The additional space between the lines of a note.
  static let lineGap = 0.04
}

/// The opacity of completed notes.
let faded = 0.5
/// The maximum width of the list, on a phone 430 pt wide; longer lines are hard to read.
let widest = 520.0
/// The space above and below the list, on the same phone.
let margin = 12.0
/// The share of the remaining height above the list; with 0.5, a list looks too low.
let center = 0.42

enum Plugin {
  /// The id and version must be the same as in plugin.json.
  static let id = "{{id}}"
  static let version = 1

  /// The parameters, as declared in plugin.json.
  struct Parameters: Decodable {
    var font, color, accent, rule: String
    var weight: Int
    var letterSpacing, maxSize, minSize, side, gap: Double
    var moreText, emptyText: String

    private enum CodingKeys: String, CodingKey {
      case font, color, accent, rule, weight, side, gap
      case letterSpacing = "letter-spacing"
      case maxSize = "max-size"
      case minSize = "min-size"
      case moreText = "more-text"
      case emptyText = "empty-text"
    }
  }

  /// The part of the context that this layout reads.
  struct Context: Decodable {
    struct Note: Decodable {
      var text: String
      var done: Bool
    }
    var freeArea: Rect
    var typeScale: Double
    var notes: [Note]
    var emptyList: Bool?
    var overflow, direction: String
    var language: String?
  }

  /// Returns the layers in paint order.
  ///
  /// Lengths are in points, from the top left corner.
  static func compose(
    _ parameters: Parameters, _ context: Context, _ host: Host
  ) throws -> Answer {
    var rows = context.notes.enumerated().map { noteRow($0 + 1, $1) }
    if rows.isEmpty {
      guard context.emptyList == true else {
        throw Refusal(message: "there are no notes to show", code: "no-notes")
      }
      guard !parameters.emptyText.isEmpty else { return Answer() }
      rows = [Row(name: "nothing-left", text: parameters.emptyText, circle: .ticked)]
    }

    // Parameters are for a phone 430 pt wide; the scale converts them to this screen.
    let scale = context.typeScale
    let area = listArea(context.freeArea, side: parameters.side * scale, scale)
    let style = Style(
      family: parameters.font, weight: parameters.weight, color: parameters.color,
      letterSpacing: parameters.letterSpacing, lineGap: Proportion.lineGap)
    var column = Column(
      rows, in: area, style: style, indent: Proportion.indent, gap: parameters.gap, context, host)
    let warnings = try column.fit(
      smallest: parameters.minSize * scale, largest: parameters.maxSize * scale,
      moreText: parameters.moreText)
    var answer = drawn(column, parameters)
    answer.fontSize = column.size
    answer.warnings = warnings
    return answer
  }
}

private func noteRow(_ number: Int, _ note: Plugin.Context.Note) -> Row {
  // Reports contain the names of layers, so a name must never contain the text of a note.
  Row(
    name: "note.\(number)", text: note.text, number: number, circle: note.done ? .ticked : .open,
    isFaded: note.done)
}

/// The part of the free area that the list can use, in the middle of a wide screen.
private func listArea(_ free: Rect, side: Double, _ scale: Double) -> Rect {
  let width = min(free.width - 2 * side, widest * scale)
  return Rect(
    x: free.x + (free.width - width) / 2, y: free.y + margin * scale, width: width,
    height: free.height - 2 * (margin * scale))
}

private func listTop(_ column: Column) -> Double {
  column.area.y + center * (column.area.height - column.height)
}

/// The layers, and the position of each note for the receipt.
private func drawn(_ column: Column, _ parameters: Plugin.Parameters) -> Answer {
  let area = column.area
  var answer = Answer(notes: [])
  var y = listTop(column)
  var baseline: Double?  // the last one of the row above
  for row in column.rows {
    let nextBaseline = y + row.firstBaseline
    if let baseline {
      // Halfway between two baselines would be too close to the capital letters.
      let middle = (baseline + nextBaseline) / 2 - 0.3 * column.size
      let line = Rect(x: area.x, y: middle - 0.5, width: area.width, height: 1)
      let shape = Shape(shape: Outline(rectangle: line), fill: .color(parameters.rule))
      answer.layers.append(Layer(name: row.name + ".rule", shape: shape))
    }
    answer.layers.append(layer(of: row, in: column, parameters, at: y))
    if row.number > 0 {
      let frame = Rect(x: area.x, y: y, width: area.width, height: row.height)
      answer.notes?.append(
        NotePosition(
          number: row.number, lines: row.lines, frame: frame, direction: row.direction,
          clipped: row.isClipped))
    }
    baseline = y + row.lastBaseline
    y += row.height + column.gap
  }
  return answer
}

/// A row as a group: its circle, and its text.
private func layer(
  of row: Row, in column: Column, _ parameters: Plugin.Parameters, at y: Double
) -> Layer {
  let (area, size) = (column.area, column.size)
  var members: [Layer] = []
  if row.circle != .none {
    let radius = Proportion.circle / 2 * size
    let center = Point(
      x: area.x + (column.isMirrored ? area.width - radius : radius),
      y: y + row.firstBaseline - Proportion.middle * size)
    let stroke = Stroke(color: parameters.accent, width: Proportion.stroke * size)
    members = circle(row, center, radius, stroke)
  }
  let frame = Rect(
    x: area.x + (column.isMirrored ? 0 : Proportion.indent * size), y: y, width: column.textWidth,
    height: row.height)
  members.append(Layer(name: row.name + ".text", text: Text(block: row.block, frame: frame)))
  return Layer(
    name: row.name, opacity: row.isFaded ? faded : nil, group: Group(layers: members))
}

private func circle(_ row: Row, _ center: Point, _ radius: Double, _ stroke: Stroke) -> [Layer] {
  // Half of a line is outside its shape.
  let inner = radius - stroke.width / 2
  let ring = Rect(
    x: center.x - inner, y: center.y - inner, width: 2 * inner, height: 2 * inner)
  var layers = [
    Layer(
      name: row.name + ".circle", shape: Shape(shape: Outline(ellipse: ring), stroke: stroke))
  ]
  if row.circle == .ticked {
    let tick = [
      PathElement(move: Point(x: center.x - 0.42 * radius, y: center.y + 0.03 * radius)),
      PathElement(line: Point(x: center.x - 0.1 * radius, y: center.y + 0.36 * radius)),
      PathElement(line: Point(x: center.x + 0.46 * radius, y: center.y - 0.34 * radius)),
    ]
    layers.append(
      Layer(name: row.name + ".tick", shape: Shape(shape: Outline(path: tick), stroke: stroke)))
  }
  return layers
}
