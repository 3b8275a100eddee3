internal import Files
public import WallfarmPluginKit

/// A correction of the free area: the distances in points from some screen edges to the content.
public struct ScreenInset: Sendable, Hashable {
  /// An edge of the screen.
  public enum Edge: String, Sendable, Hashable, CaseIterable {
    /// The upper edge.
    case top
    /// The right edge.
    case right
    /// The lower edge.
    case bottom
    /// The left edge.
    case left
  }

  /// The distance between the content and each corrected edge.
  public let distances: [Edge: Double]

  /// The maximum distance in points: the longest screen dimension at the smallest scale.
  private static let longest = 15_360.0
  /// The minimum side length of a corrected area in points.
  static let leastSide = 40.0

  /// Creates an inset from distances in points.
  public init(_ distances: [Edge: Double]) { self.distances = distances }

  /// Parses a string such as `top=220,bottom=90`.
  ///
  /// - Throws: `invalid-parameter`.
  public init(
    parsing text: String, origin: Origin = .option("inset")
  ) throws(RenderError) {
    var found: [Edge: Double] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", omittingEmptySubsequences: false)
        .map { $0.filter { !$0.isWhitespace } }
      guard words.count == 2, let edge = Edge(rawValue: words[0].lowercased()),
        let distance = Double(words[1]), (0...Self.longest).contains(distance),
        found[edge] == nil
      else { throw .wrongInset(text, String(part), origin: origin) }
      found[edge] = distance
    }
    distances = found
  }

  /// The text form that ``init(parsing:origin:)`` parses, with the edges in a fixed order.
  public var text: String {
    Edge.allCases.compactMap { edge in
      distances[edge].map { "\(edge.rawValue)=\(ScreenSize.text($0))" }
    }.joined(separator: ",")
  }
}

extension FreeArea {
  /// Returns the area after moving the edges that `inset` corrects.
  ///
  /// - Throws: `invalid-parameter` if the width or height of the corrected area is less than 40
  ///   points.
  package func corrected(
    by inset: ScreenInset?, on device: Device, origin: Origin = .option("inset")
  ) throws(RenderError) -> FreeArea {
    guard let inset else { return self }
    let size = device.screen
    let left = inset.distances[.left] ?? frame.x
    let top = inset.distances[.top] ?? frame.y
    let right = inset.distances[.right].map { size.width - $0 } ?? frame.maxX
    let bottom = inset.distances[.bottom].map { size.height - $0 } ?? frame.maxY
    let corrected = Rect(x: left, y: top, width: right - left, height: bottom - top)
    guard min(corrected.width, corrected.height) >= ScreenInset.leastSide else {
      throw .noRoom(inset, corrected, on: device, origin: origin)
    }
    // The system draws only up to the corrected edges, so obstacles end there.
    let obstacles = obstacles.compactMap { obstacle -> Obstacle? in
      guard !obstacle.frame.intersection(corrected).isEmpty else { return obstacle }
      var frame = obstacle.frame
      switch obstacle.kind {
      case .clock: frame.height = corrected.y - frame.y
      case .controls: (frame.y, frame.height) = (corrected.maxY, frame.maxY - corrected.maxY)
      case .widgets: return nil
      }
      return frame.isEmpty ? nil : Obstacle(obstacle.kind, frame: frame)
    }
    return FreeArea(frame: corrected, obstacles: obstacles, warnings: warnings, clock: clock)
  }
}

extension RenderError {
  fileprivate static func wrongInset(
    _ text: String, _ part: String, origin: Origin
  ) -> RenderError {
    RenderError(
      .invalidParameter,
      "'\(part.shortened)' is not a distance from an edge: expected top, right, bottom or left, "
        + "each at most once and with a number of points",
      origin: origin, hint: "write distances such as top=220,bottom=90")
  }

  fileprivate static func noRoom(
    _ inset: ScreenInset, _ area: Rect, on device: Device, origin: Origin
  ) -> RenderError {
    let (width, height) = (Int(max(0, area.width)), Int(max(0, area.height)))
    return RenderError(
      .invalidParameter,
      "'\(inset.text)' leaves \(width) × \(height) of \(Int(device.screen.width)) × "
        + "\(Int(device.screen.height)) points for content: expected at least 40 × 40",
      origin: origin, hint: "use smaller distances; they are in points, not in pixels")
  }
}
