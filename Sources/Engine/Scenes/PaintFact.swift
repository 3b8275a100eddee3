import WallfarmPluginKit

/// Paint as written in a fact: `#0b1026`, or `linear 196.5 0 to 196.5 852, #0b1026 0, #241f52 1`.
struct PaintFact {
  /// The type of gradient; `nil` for a solid color.
  let kind: String?
  /// The geometry of the gradient and the positions of its stops.
  let runs: [String]
  let colors: [Color]

  /// Parses paint as written in a fact; returns `nil` for text in any other format.
  init?(reading text: String) {
    if let color = Color(text) {
      (kind, runs, colors) = (nil, [], [color])
      return
    }
    var parts = text.split(separator: ",").map { $0.split(separator: " ").map(String.init) }
    guard parts.count > 2, let kind = parts[0].first, ["linear", "radial"].contains(kind) else {
      return nil
    }
    var runs = parts.removeFirst()
    var colors: [Color] = []
    for part in parts {
      guard part.count == 2, let color = Color(part[0]) else { return nil }
      colors.append(color)
      runs.append(part[1])
    }
    (self.kind, self.runs, self.colors) = (kind, runs, colors)
  }

  /// Returns a description such as `a gradient from navy through slateblue to white`.
  func words(_ name: (Color) -> String) -> String {
    guard let kind else { return colors[0].hex }
    var names: [String] = []
    for color in colors.map(name) where names.last != color { names.append(color) }
    let round = kind == "radial" ? "a radial gradient" : "a gradient"
    guard let last = names.last, names.count > 1 else { return "\(round) of \(names[0])" }
    let middle = names.dropFirst().dropLast().joined(separator: ", ")
    return "\(round) from \(names[0])\(middle.isEmpty ? "" : " through \(middle)") to \(last)"
  }
}

extension Paint {
  /// The paint on one line, in the format of `PaintFact`.
  var fact: String {
    func list(_ stops: [GradientStop]) -> String {
      stops.map { "\($0.color.hex) \(FactValue.written($0.position))" }.joined(separator: ", ")
    }
    switch self {
    case .color(let color): return color.hex
    case .linear(let line):
      let ends = [line.start.x, line.start.y, line.end.x, line.end.y].map(FactValue.written)
      return "linear \(ends[0]) \(ends[1]) to \(ends[2]) \(ends[3]), \(list(line.stops))"
    case .radial(let circle):
      let place = [circle.center.x, circle.center.y, circle.radius].map(FactValue.written)
      return "radial \(place[0]) \(place[1]) radius \(place[2]), \(list(circle.stops))"
    }
  }
}
