public import WallfarmPluginKit

extension QRCode {
  /// Returns the code as an SVG drawing with one unit per module, including the quiet zone.
  ///
  /// - Parameter title: The accessible title, or `nil` if the surrounding page provides one.
  /// - Returns: The text of the SVG file.
  public func svg(title: String?) -> String {
    let side = size + 2 * QRCode.quietZone
    let path = runs.map { run in
      "M\(run.x + QRCode.quietZone) \(run.y + QRCode.quietZone)h\(run.length)v1h-\(run.length)z"
    }.joined()
    let name = title.map { "<title>\($0.escapedForXML)</title>" } ?? ""
    let role = title == nil ? "" : " role=\"img\""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)"\(role) \
      shape-rendering="crispEdges">\(name)\
      <path fill="#fff" d="M0 0h\(side)v\(side)h-\(side)z"/><path d="\(path)"/></svg>

      """
  }

  /// Returns the code as a PNG file with `scale` × `scale` pixels per module.
  ///
  /// - Throws: `raster-failed`.
  public func png(pixelsPerSquare scale: Int = 10) throws(RenderError) -> [UInt8] {
    let side = (size + 2 * QRCode.quietZone) * scale
    var surface = try ImageSurface(size: PixelSize(width: side, height: side))
    try surface.draw(scale: Scale(x: Double(scale), y: Double(scale))) {
      (canvas) throws(RenderError) in
      try canvas.fill(.color(.white))
      for run in runs {
        let rect = Rect(
          x: Double(run.x + QRCode.quietZone), y: Double(run.y + QRCode.quietZone),
          width: Double(run.length), height: 1)
        try canvas.draw(ShapeContent(.rectangle(rect), fill: .color(.black)))
      }
    }
    return try PNGEncoder().encode(surface, EncodingSettings(effort: .small)).bytes
  }

  /// Returns the code as text for a terminal, with two rows of modules per line.
  ///
  /// The text sets its own colors, so that scanners can read it on light and dark terminals.
  public var terminal: String {
    let edge = QRCode.quietZone
    func isDark(_ x: Int, _ y: Int) -> Bool {
      (0..<size).contains(x) && (0..<size).contains(y) && self[x, y]
    }
    var lines: [String] = []
    for y in stride(from: -edge, to: size + edge, by: 2) {
      let squares = (-edge..<size + edge).map { x in
        switch (isDark(x, y), isDark(x, y + 1)) {
        case (true, true): "\u{2588}"
        case (true, false): "\u{2580}"
        case (false, true): "\u{2584}"
        case (false, false): " "
        }
      }
      // Use black on white, regardless of the terminal's colors.
      lines.append("\u{1B}[38;5;16;48;5;231m" + squares.joined() + "\u{1B}[0m")
    }
    return lines.joined(separator: "\n")
  }
}
