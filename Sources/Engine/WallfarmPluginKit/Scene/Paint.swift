/// A solid color or a gradient.
///
/// In JSON, a color is a string; a gradient is `{"linear": {…}}` or `{"radial": {…}}`.
public enum Paint: Hashable, Sendable {
  /// A solid color.
  case color(Color)
  /// A linear gradient.
  case linear(LinearGradient)
  /// A radial gradient.
  case radial(RadialGradient)
}

/// A color at a position along a gradient.
public struct GradientStop: Hashable, Sendable {
  /// The position along the gradient, 0…1; the stops of a gradient are in ascending order of
  /// position.
  public var position: Double
  /// The color at the position; colors between stops are interpolated with premultiplied alpha.
  public var color: Color

  /// Creates a stop at a position, 0…1.
  public init(_ position: Double, _ color: Color) {
    self.position = position
    self.color = color
  }
}

/// A gradient along a line; the end colors continue beyond the ends of the line.
public struct LinearGradient: Hashable, Sendable {
  /// The location of gradient position 0, in points.
  public var start: Point
  /// The location of gradient position 1, in points.
  public var end: Point
  /// At least two stops in ascending order.
  public var stops: [GradientStop]

  /// Creates a linear gradient.
  public init(start: Point, end: Point, stops: [GradientStop]) {
    self.start = start
    self.end = end
    self.stops = stops
  }
}

/// A gradient in concentric circles; the last color continues beyond the radius.
public struct RadialGradient: Hashable, Sendable {
  /// The center, which is the location of gradient position 0, in points.
  public var center: Point
  /// The distance in points from the center to gradient position 1; it must be above 0.
  public var radius: Double
  /// At least two stops in ascending order.
  public var stops: [GradientStop]

  /// Creates a radial gradient.
  public init(center: Point, radius: Double, stops: [GradientStop]) {
    self.center = center
    self.radius = radius
    self.stops = stops
  }
}

/// A line centered on an outline.
public struct Stroke: Hashable, Sendable {
  /// The color of the line.
  public var color: Color
  /// The line width in points, above 0.
  public var width: Double
  /// The alternating lengths of dashes and gaps in points; empty for a solid line.
  public var dash: [Double]

  /// Creates a stroke with round caps and joins.
  public init(color: Color, width: Double, dash: [Double] = []) {
    self.color = color
    self.width = width
    self.dash = dash
  }
}

/// A soft shadow beneath a shape or text.
public struct Shadow: Hashable, Sendable {
  /// The color; its alpha is the strength of the shadow.
  public var color: Color
  /// The standard deviation of the Gaussian blur in points; 0 for a hard edge.
  public var blur: Double
  /// The horizontal offset in points, positive to the right.
  public var dx: Double
  /// The vertical offset in points, positive downward.
  public var dy: Double
  /// The number of times that the shadow is painted, at least 1.
  ///
  /// Higher numbers make the shadow denser but not wider.
  package var layers = 1

  /// Creates a shadow, by default without an offset.
  public init(color: Color, blur: Double, dx: Double = 0, dy: Double = 0) {
    self.color = color
    self.blur = blur
    self.dx = dx
    self.dy = dy
  }
}
