/// Layers and text in the form of messages. docs/plugin-contract.md in the wallfarm repository
/// describes all keys; add those that your picture needs.
///
/// A property that is nil is omitted from the message.

struct Answer: Encodable {
  var layers: [Layer] = []
  var fontSize: Double?
  var notes: [NotePosition]?
  var warnings: [Warning]?
}

/// A layer with a name and one kind of content.
struct Layer: Encodable {
  var name: String
  var opacity: Double?
  var fill: Paint?
  var shape: Shape?
  var text: Text?
  var group: Group?
}

struct Shape: Encodable {
  var shape: Outline
  var fill: Paint?
  var stroke: Stroke?
  var shadow: Shadow?
}

struct Text: Encodable {
  var block: Block
  var frame: Rect
}

struct Group: Encodable { var layers: [Layer] }

/// One kind of outline.
struct Outline: Encodable {
  var rectangle: Rect?
  var ellipse: Rect?
  var path: [PathElement]?
}

/// One kind of element.
struct PathElement: Encodable {
  var move: Point?
  var line: Point?
  var curve: [Point]?
  var close: Bool?
}

/// A color or a gradient.
enum Paint: Encodable {
  case color(String)
  case linear(from: Point, to: Point, [Stop])
  case radial(Point, radius: Double, [Stop])

  func encode(to encoder: any Encoder) throws {
    struct Linear: Encodable {
      var start, end: Point
      var stops: [Stop]
    }
    struct Radial: Encodable {
      var center: Point
      var radius: Double
      var stops: [Stop]
    }
    switch self {
    case .color(let color): try color.encode(to: encoder)
    case .linear(let start, let end, let stops):
      try ["linear": Linear(start: start, end: end, stops: stops)].encode(to: encoder)
    case .radial(let center, let radius, let stops):
      try ["radial": Radial(center: center, radius: radius, stops: stops)].encode(to: encoder)
    }
  }
}

struct Stop: Encodable {
  var position: Double
  var color: String
}

struct Stroke: Encodable {
  var color: String
  var width: Double
}

struct Shadow: Encodable {
  var color: String
  var blur: Double
}

struct Point: Encodable { var x, y: Double }

struct Rect: Codable { var x, y, width, height: Double }

/// The position of a note, for the receipt.
struct NotePosition: Encodable {
  var number, lines: Int
  var frame: Rect
  var direction: String
  var clipped: Bool
}

struct Warning: Encodable { var code, message: String }

// MARK: Text

struct Block: Codable {
  var spans: [Span]
  var style: Style
  var alignment, direction, language: String?
  var lineLimit: Int?
  var breaking: String?
}

struct Span: Codable { var text: String }

struct Style: Codable {
  var family: String
  var size: Double?
  var weight: Int?
  var color: String
  var letterSpacing, lineGap: Double?
}

struct Measurement: Decodable {
  struct Size: Decodable { var width, height: Double }
  struct Line: Decodable { var baseline: Double }
  var size: Size
  var lines: [Line]
  var direction: String
  var isClipped: Bool
}

struct FitRequest: Encodable {
  var text: String
  var style: Style
  var width, height, smallest, largest: Double
}

struct Fitted: Decodable {
  var block: Block
  var measurement: Measurement
}
