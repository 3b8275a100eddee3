/// What a surface is covered with: one colour or a gradient.
///
/// In JSON a colour is its string; a gradient is `{"linear": {…}}` or `{"radial": {…}}`.
public enum Paint: Hashable, Sendable {
  /// The same colour everywhere.
  case color(Color)
  /// Colours that change along a line.
  case linear(LinearGradient)
  /// Colours that change with the distance from a centre.
  case radial(RadialGradient)
}

/// A colour at a place along a gradient.
public struct GradientStop: Hashable, Sendable, Codable {
  /// How far along, 0…1; stops are in rising order.
  public var position: Double
  /// The colour there; between two stops it changes in a straight line, alpha premultiplied.
  public var color: Color

  /// Makes a stop at a position, 0…1.
  public init(_ position: Double, _ color: Color) {
    self.position = position
    self.color = color
  }
}

/// Colours between two points of the canvas; beyond them the end colours go on.
public struct LinearGradient: Hashable, Sendable, Codable {
  /// Where position 0 lies, in points.
  public var start: Point
  /// Where position 1 lies, in points.
  public var end: Point
  /// At least two, in rising order of position.
  public var stops: [GradientStop]

  /// Makes a gradient from its line and stops.
  public init(start: Point, end: Point, stops: [GradientStop]) {
    self.start = start
    self.end = end
    self.stops = stops
  }
}

/// Colours in circles round a centre; outside the circle the last colour goes on.
public struct RadialGradient: Hashable, Sendable, Codable {
  /// Where position 0 lies, in points.
  public var center: Point
  /// Distance from the centre at which position is 1, in points, above 0.
  public var radius: Double
  /// At least two, in rising order of position.
  public var stops: [GradientStop]

  /// Makes a gradient from its circle and stops.
  public init(center: Point, radius: Double, stops: [GradientStop]) {
    self.center = center
    self.radius = radius
    self.stops = stops
  }
}

extension Paint: Codable {
  private enum Key: String, CodingKey { case linear, radial }

  /// Reads a colour string or a gradient object.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      if let gradient = try container.decodeIfPresent(LinearGradient.self, forKey: .linear) {
        self = .linear(gradient)
      } else {
        self = .radial(try container.decode(RadialGradient.self, forKey: .radial))
      }
    } else {
      self = .color(try Color(from: decoder))
    }
  }

  /// Writes a colour string or a gradient object.
  public func encode(to encoder: any Encoder) throws {
    if case .color(let color) = self { return try color.encode(to: encoder) }
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .color: break
    case .linear(let gradient): try container.encode(gradient, forKey: .linear)
    case .radial(let gradient): try container.encode(gradient, forKey: .radial)
    }
  }
}

/// A line drawn along an outline, half of it on either side.
public struct Stroke: Hashable, Sendable, Codable {
  /// The colour of the line.
  public var color: Color
  /// Its thickness, in points, above 0.
  public var width: Double
  /// Lengths of dashes and gaps in turn, in points; empty means an unbroken line.
  public var dash: [Double]

  /// Makes a stroke; ends and joins are round.
  public init(color: Color, width: Double, dash: [Double] = []) {
    self.color = color
    self.width = width
    self.dash = dash
  }
}

/// A soft copy of a shape or text, painted beneath it.
public struct Shadow: Hashable, Sendable, Codable {
  /// Its colour; alpha is its strength.
  public var color: Color
  /// Softness in points: the standard deviation of a Gaussian, 0 for a hard edge.
  public var blur: Double
  /// To the right, in points.
  public var dx: Double
  /// Downward, in points.
  public var dy: Double

  /// Makes a shadow straight beneath, or moved by `dx`, `dy` points.
  public init(color: Color, blur: Double, dx: Double = 0, dy: Double = 0) {
    self.color = color
    self.blur = blur
    self.dx = dx
    self.dy = dy
  }
}
