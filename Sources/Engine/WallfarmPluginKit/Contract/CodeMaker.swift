/// Makes squares that cameras read; plugins reach it through their context.
public protocol CodeMaker: Sendable {
  /// A QR code for a text.
  ///
  /// - Throws: `invalid-parameter` for a text that no code can hold.
  func code(for text: String) throws(RenderError) -> CodeSquares
}

/// A QR code as squares, without the light border that readers need.
public struct CodeSquares: Sendable, Hashable {
  /// Squares on each side.
  public let size: Int
  /// Stretches of dark squares: column, row, and how many.
  public let runs: [Run]

  /// Dark squares beside one another.
  public struct Run: Sendable, Hashable {
    /// Column of the first one, from 0.
    public let x: Int
    /// Row, from 0.
    public let y: Int
    /// How many.
    public let length: Int

    /// Makes a run.
    public init(x: Int, y: Int, length: Int) { (self.x, self.y, self.length) = (x, y, length) }
  }

  /// Makes a code of its runs.
  public init(size: Int, runs: [Run]) { (self.size, self.runs) = (size, runs) }

  /// Light squares that readers need on every side.
  public static let quietZone = 4

  /// The code in a frame, on a light ground that holds its quiet zone.
  ///
  /// - Parameters:
  ///   - frame: a square, in points.
  ///   - name: begins the names of the layers.
  /// - Returns: the ground and the dark squares.
  public func layers(in frame: Rect, named name: String) -> [Layer] {
    let side = frame.width / Double(size + 2 * CodeSquares.quietZone)
    let edge = side * Double(CodeSquares.quietZone)
    var path: [PathElement] = []
    for run in runs {
      let (x, y) = (frame.x + edge + Double(run.x) * side, frame.y + edge + Double(run.y) * side)
      let (right, bottom) = (x + Double(run.length) * side, y + side)
      path += [
        .move(Point(x: x, y: y)), .line(Point(x: right, y: y)),
        .line(Point(x: right, y: bottom)), .line(Point(x: x, y: bottom)), .close,
      ]
    }
    return [
      Layer(
        name + ".ground",
        .shape(ShapeContent(.rounded(frame, radius: edge / 2), fill: .color(.white)))),
      Layer(name + ".squares", .shape(ShapeContent(.path(path), fill: .color(.black)))),
    ]
  }
}
