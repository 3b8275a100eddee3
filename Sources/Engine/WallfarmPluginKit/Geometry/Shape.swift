/// An outline on the canvas, in points.
///
/// In JSON it is an object whose only key is the kind: `{"rectangle": {…}}`, `{"rounded": {"rect":
/// {…}, "radius": 12}}`, `{"ellipse": {…}}`, `{"path": […]}`.
public enum Shape: Hashable, Sendable {
  /// An axis-aligned rectangle.
  case rectangle(Rect)
  /// A rectangle with circular corners of `radius` points, at most half of the shorter side.
  case rounded(Rect, radius: Double)
  /// The ellipse inscribed in a rectangle.
  case ellipse(Rect)
  /// A path; open contours are closed for filling.
  case path([PathElement])

  /// A rectangle that contains the outline, including the control points of curves.
  public var bounds: Rect {
    switch self {
    case .rectangle(let rect), .rounded(let rect, _), .ellipse(let rect): rect
    case .path(let elements): PathElement.bounds(of: elements)
    }
  }
}

/// A path element, in points.
public enum PathElement: Hashable, Sendable {
  /// Starts a new contour.
  case move(Point)
  /// A straight line from the current point.
  case line(Point)
  /// A cubic Bézier curve with two control points and an end point.
  case curve(Point, Point, Point)
  /// Closes the contour.
  case close

  static func bounds(of elements: [PathElement]) -> Rect {
    var points: [Point] = []
    for element in elements {
      switch element {
      case .move(let point), .line(let point): points.append(point)
      case .curve(let one, let two, let end): points += [one, two, end]
      case .close: break
      }
    }
    guard let first = points.first else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      left = min(left, point.x)
      top = min(top, point.y)
      right = max(right, point.x)
      bottom = max(bottom, point.y)
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Shape: Codable {
  private enum Key: String, CodingKey { case rectangle, rounded, ellipse, path }
  private struct Rounded: Codable {
    var rect: Rect
    var radius: Double
  }

  /// Reads the one-key form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let rect = try container.decodeIfPresent(Rect.self, forKey: .rectangle) {
      self = .rectangle(rect)
    } else if let rounded = try container.decodeIfPresent(Rounded.self, forKey: .rounded) {
      self = .rounded(rounded.rect, radius: rounded.radius)
    } else if let rect = try container.decodeIfPresent(Rect.self, forKey: .ellipse) {
      self = .ellipse(rect)
    } else {
      self = .path(try container.decode([PathElement].self, forKey: .path))
    }
  }

  /// Writes the one-key form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .rectangle(let rect): try container.encode(rect, forKey: .rectangle)
    case .rounded(let rect, let radius):
      try container.encode(Rounded(rect: rect, radius: radius), forKey: .rounded)
    case .ellipse(let rect): try container.encode(rect, forKey: .ellipse)
    case .path(let elements): try container.encode(elements, forKey: .path)
    }
  }
}

extension PathElement: Codable {
  private enum Key: String, CodingKey { case move, line, curve, close }

  /// Reads `{"move": {…}}`, `{"line": {…}}`, `{"curve": [{…}, {…}, {…}]}` or `{"close": true}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let point = try container.decodeIfPresent(Point.self, forKey: .move) {
      self = .move(point)
    } else if let point = try container.decodeIfPresent(Point.self, forKey: .line) {
      self = .line(point)
    } else if let points = try container.decodeIfPresent([Point].self, forKey: .curve) {
      guard points.count == 3 else {
        throw DecodingError.dataCorruptedError(
          forKey: .curve, in: container, debugDescription: "a curve has exactly three points")
      }
      self = .curve(points[0], points[1], points[2])
    } else {
      _ = try container.decode(Bool.self, forKey: .close)
      self = .close
    }
  }

  /// Writes the one-key form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .move(let point): try container.encode(point, forKey: .move)
    case .line(let point): try container.encode(point, forKey: .line)
    case .curve(let one, let two, let end): try container.encode([one, two, end], forKey: .curve)
    case .close: try container.encode(true, forKey: .close)
    }
  }
}
