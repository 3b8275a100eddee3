public import WallfarmPluginKit

/// The ink of a text in cells of one point, on which legibility is measured.
///
/// One cell per point is coarse enough to be cheap and fine enough to follow a stroke. Cells next
/// to a glyph are included, because an edge is perceived against its surroundings.
public struct TextInk: Sendable {
  /// One square point with ink in or next to it; compact, since a text has thousands.
  public struct Cell: Sendable {
    private let column: Int16
    private let row: Int16
    private let lineNumber: UInt16
    private let level: UInt8

    /// The distance from the left edge of the canvas, in whole points.
    public var x: Int { Int(column) }
    /// The distance from the top edge of the canvas, in whole points.
    public var y: Int { Int(row) }
    /// The line of the text, from 0.
    public var line: Int { Int(lineNumber) }
    /// The coverage of the shadow, 0…1.
    public var shadow: Float { Float(level) / 255 }

    fileprivate init(x: Int, y: Int, line: Int, shadow: UInt8) {
      column = Int16(clamping: x)
      row = Int16(clamping: y)
      lineNumber = UInt16(clamping: line)
      level = shadow
    }
  }

  /// All cells, from top to bottom.
  public let cells: [Cell]
  /// The number of lines.
  public let lineCount: Int
  /// The range of rows; `nil` without cells.
  public var rows: ClosedRange<Int>? {
    guard let first = cells.first, let last = cells.last else { return nil }
    return first.y...last.y
  }

  /// The standard deviation of the shadow for a type size, both in points.
  public static func shadowBlur(size: Double) -> Double { size * 0.11 }

  /// Finds the cells of a text whose frame starts at `origin`.
  ///
  /// Without `withShadow` all shadows are 0, which takes a fifth of the time.
  ///
  /// - Throws: `raster-failed` if memory is not available.
  public init(
    of text: borrowing ShapedText, at origin: Point, size: Double, withShadow: Bool
  ) throws(RenderError) {
    let blur = withShadow ? TextInk.shadowBlur(size: size) : 0
    let measurement = text.measurement
    lineCount = measurement.lines.count
    let margin = (3 * blur).rounded(.up) + 3
    let left = (origin.x + measurement.ink.x - margin).rounded(.down)
    let top = (origin.y + measurement.ink.y - margin).rounded(.down)
    let pixels = PixelSize(
      width: Int(measurement.ink.width + 2 * margin) + 2,
      height: Int(measurement.ink.height + 2 * margin) + 2)
    var mask = try ImageSurface(size: pixels)
    let layout = text.layout
    try mask.draw(scale: Scale(x: 1, y: 1)) { canvas in
      canvas.show(
        layout, [], at: Point(x: origin.x - left, y: origin.y - top), color: .black)
    }
    let coverage = mask.alphas
    var shadow = withShadow ? coverage : []
    if withShadow {
      GaussianBlur(sigma: blur).apply(to: &shadow, width: pixels.width, height: pixels.height)
    }
    let reach = max(1, Int((size * 0.05).rounded()))
    let tops = measurement.lines.dropFirst().map { origin.y + $0.ink.y - top }
    cells = TextInk.cells(
      Grid(width: pixels.width, height: pixels.height, coverage: coverage, shadow: shadow),
      reach: reach, lineTops: tops, left: Int(left), top: Int(top))
  }

  private struct Grid {
    let width: Int
    let height: Int
    let coverage: [UInt8]
    let shadow: [UInt8]

    /// Whether each cell, or one within reach, is at least a quarter covered.
    ///
    /// The square neighborhood is separable: dilate along rows, then along columns.
    func inked(reach: Int) -> [Bool] {
      var across = [Bool](repeating: false, count: width * height)
      for y in 0..<height {
        for x in 0..<width where coverage[y * width + x] >= 64 {
          for near in max(0, x - reach)...min(width - 1, x + reach) {
            across[y * width + near] = true
          }
        }
      }
      var inked = across
      for y in 0..<height {
        for near in max(0, y - reach)...min(height - 1, y + reach) where near != y {
          for x in 0..<width where across[near * width + x] { inked[y * width + x] = true }
        }
      }
      return inked
    }
  }

  private static func cells(
    _ grid: Grid, reach: Int, lineTops: [Double], left: Int, top: Int
  ) -> [Cell] {
    let inked = grid.inked(reach: reach)
    var cells: [Cell] = []
    for y in 0..<grid.height {
      let line = lineTops.count { $0 <= Double(y) }
      for x in 0..<grid.width where inked[y * grid.width + x] {
        let shadow = grid.shadow.isEmpty ? 0 : grid.shadow[y * grid.width + x]
        cells.append(Cell(x: left + x, y: top + y, line: line, shadow: shadow))
      }
    }
    return cells
  }
}

extension ImageSurface {
  /// The alpha of every pixel, in row order without padding.
  var alphas: [UInt8] {
    let (width, height, stride) = (size.width, size.height, stride)
    return withPixels { bytes in
      [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
        for y in 0..<height {
          for x in 0..<width { target[y * width + x] = bytes[y * stride + x * 4 + 3] }
        }
        count = width * height
      }
    }
  }
}
