public import WallfarmPluginKit

/// The cells next to the letters of shaped text, in which legibility is measured.
///
/// A letter is perceived against the background at its edge, not against the background that it
/// covers. A cell is one square point, which is coarse enough for fast processing but fine enough
/// to follow a stroke.
public struct TextInk: Sendable {
  /// A cell of one square point next to a letter.
  ///
  /// The structure is compact, because text can have thousands of cells.
  public struct Cell: Sendable {
    private let column: Int16
    private let row: Int16
    private let lineNumber: UInt16
    private let level: UInt8
    private let ambientLevel: UInt8

    /// The distance from the left edge of the canvas in whole points.
    public var x: Int { Int(column) }
    /// The distance from the top edge of the canvas in whole points.
    public var y: Int { Int(row) }
    /// The number of the text line, counted from 0.
    public var line: Int { Int(lineNumber) }
    /// The coverage of the contact shadow, 0…1.
    public var shadow: Float { Float(level) / 255 }
    /// The coverage of the ambient shadow, 0…1.
    public var ambient: Float { Float(ambientLevel) / 255 }

    fileprivate init(x: Int, y: Int, line: Int, shadow: UInt8, ambient: UInt8) {
      column = Int16(clamping: x)
      row = Int16(clamping: y)
      lineNumber = UInt16(clamping: line)
      level = shadow
      ambientLevel = ambient
    }
  }

  /// All cells, from top to bottom.
  public let cells: [Cell]
  /// The number of lines.
  public let lineCount: Int
  /// The bounds of all ink in the text, in points.
  public let bounds: Rect
  /// The range of rows; `nil` if there are no cells.
  public var rows: ClosedRange<Int>? {
    guard let first = cells.first, let last = cells.last else { return nil }
    return first.y...last.y
  }

  /// The standard deviation of the contact shadow in points, for a type size in points.
  ///
  /// Contrast is measured up to two points away from the letters, whatever their size. The shadow
  /// is therefore relatively wider for smaller type.
  public static func shadowBlur(size: Double) -> Double { max(size * 0.07, min(size * 0.1, 2.4)) }

  /// The standard deviation of the ambient shadow in points, for a type size in points.
  public static func ambientBlur(size: Double) -> Double { size * 0.2 }

  /// Finds the cells for text whose frame starts at `origin`.
  ///
  /// If `withShadow` is false, all shadows are 0, and the search takes only a fifth of the time.
  ///
  /// - Throws: `raster-failed` if there is not enough memory.
  public init(
    of text: borrowing ShapedText, at origin: Point, size: Double, withShadow: Bool
  ) throws(RenderError) {
    let blur = withShadow ? TextInk.ambientBlur(size: size) : 0
    let measurement = text.measurement
    lineCount = measurement.lines.count
    bounds = measurement.ink.offset(x: origin.x, y: origin.y)
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
    func blurred(_ sigma: Double) -> [UInt8] {
      guard withShadow else { return [] }
      var shadow = coverage
      GaussianBlur(sigma: sigma).apply(to: &shadow, width: pixels.width, height: pixels.height)
      return shadow
    }
    let tops = measurement.lines.dropFirst().map { origin.y + $0.ink.y - top }
    cells = TextInk.cells(
      Grid(
        width: pixels.width, height: pixels.height, coverage: coverage,
        shadow: blurred(TextInk.shadowBlur(size: size)), ambient: blurred(blur)),
      lineTops: tops, left: Int(left), top: Int(top))
  }

  private struct Grid {
    let width: Int
    let height: Int
    let coverage: [UInt8]
    let shadow: [UInt8]
    let ambient: [UInt8]

    /// The maximum coverage at which a cell counts as background, 0…255.
    private static let bare: UInt8 = 24

    /// The maximum number of horizontal or vertical steps between a letter and a cell next to it.
    private static let reach = 2

    /// For each cell, whether it is a background cell within two steps of a letter.
    func isBesideInk() -> [Bool] {
      let inked = coverage.map { $0 > Grid.bare }
      var near = inked
      for _ in 0..<Grid.reach {
        let before = near
        for y in 0..<height {
          for x in 0..<width where before[y * width + x] {
            if x > 0 { near[y * width + x - 1] = true }
            if x < width - 1 { near[y * width + x + 1] = true }
            if y > 0 { near[(y - 1) * width + x] = true }
            if y < height - 1 { near[(y + 1) * width + x] = true }
          }
        }
      }
      for index in near.indices where inked[index] { near[index] = false }
      return near
    }
  }

  private static func cells(_ grid: Grid, lineTops: [Double], left: Int, top: Int) -> [Cell] {
    let isBeside = grid.isBesideInk()
    var cells: [Cell] = []
    for y in 0..<grid.height {
      let line = lineTops.count { $0 <= Double(y) }
      for x in 0..<grid.width where isBeside[y * grid.width + x] {
        let index = y * grid.width + x
        cells.append(
          Cell(
            x: left + x, y: top + y, line: line,
            shadow: grid.shadow.isEmpty ? 0 : grid.shadow[index],
            ambient: grid.ambient.isEmpty ? 0 : grid.ambient[index]))
      }
    }
    return cells
  }
}

extension ImageSurface {
  /// The alpha of every pixel, in row order without padding.
  package var alphas: [UInt8] {
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
