/// Creates QR codes; plugins access it through their context.
public protocol CodeMaker: Sendable {
  /// Returns a QR code for a string.
  ///
  /// - Throws: `invalid-parameter` if the string is too long for a QR code.
  func code(for text: String) throws(RenderError) -> CodeSquares
}

/// The modules of a QR code, without the quiet zone.
public struct CodeSquares: Sendable, Hashable {
  /// The number of modules per side.
  public let size: Int
  /// The horizontal runs of dark modules.
  public let runs: [Run]

  /// A horizontal run of dark modules.
  public struct Run: Sendable, Hashable {
    /// The column of the first module, starting at 0.
    public let x: Int
    /// The row, starting at 0.
    public let y: Int
    /// The number of modules.
    public let length: Int

    /// Creates a run.
    public init(x: Int, y: Int, length: Int) { (self.x, self.y, self.length) = (x, y, length) }
  }

  /// Creates a code from its runs.
  public init(size: Int, runs: [Run]) { (self.size, self.runs) = (size, runs) }

  /// The width of the quiet zone on each side, in modules.
  public static let quietZone = 4

  /// Returns layers that draw the code on a light background with a quiet zone.
  ///
  /// - Parameters:
  ///   - frame: A square frame in points, including the quiet zone.
  ///   - name: The prefix of the layer names.
  /// - Returns: The background and the dark modules.
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
