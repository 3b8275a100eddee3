/// Hills of cut paper in front of a low sun; nearer hills are darker.
///
/// This file draws the picture; WallfarmHost.swift exchanges the messages with wallfarm.

/// Proportions, relative to the shorter side of the screen.
enum Proportion {
  /// The radius of the sun.
  static let sun = 0.11
  /// The radius of the light around it.
  static let light = 0.45
  /// The softness of the shadows of the hills.
  static let shadow = 0.016
}

/// The height of a wave in the outline of a hill, relative to the height of the screen.
let swing = 0.055
/// The color of the farthest hill: 0 is the color of the horizon, 1 that of the nearest hill.
let haze = 0.35

enum Plugin {
  /// The id and version must be the same as in plugin.json.
  static let id = "{{id}}"
  static let version = 1

  /// The parameters, as declared in plugin.json.
  struct Parameters: Decodable {
    var sky, glow, sun, ground: String
    var hills: Int
    var horizon, sunX: Double

    private enum CodingKeys: String, CodingKey {
      case sky, glow, sun, ground, hills, horizon
      case sunX = "sun-x"
    }
  }

  /// The part of the context that this background reads.
  struct Context: Decodable {
    var canvas: Size
  }

  struct Size: Decodable {
    var width, height: Double
    var shorterSide: Double { min(width, height) }
  }

  /// Returns the layers in paint order.
  ///
  /// Lengths are in points, from the top left corner.
  static func compose(_ parameters: Parameters, _ context: Context, _: Host) -> Answer {
    let canvas = context.canvas
    // Parameters with the unit "fraction" are relative to the screen, so they suit every screen.
    let horizon = parameters.horizon * canvas.height
    let sunCenter = Point(
      x: parameters.sunX * canvas.width,
      y: horizon - Proportion.sun / 4 * canvas.shorterSide)
    return Answer(
      layers: [sky(parameters, horizon)]
        + sun(parameters.sun, sunCenter, canvas.shorterSide)
        + hills(parameters, horizon, canvas))
  }
}

/// The first layer is a fill, so that no corner of the screen is empty.
private func sky(_ parameters: Plugin.Parameters, _ horizon: Double) -> Layer {
  let stops = [
    Stop(position: 0, color: parameters.sky), Stop(position: 1, color: parameters.glow),
  ]
  return Layer(
    name: "sky", fill: .linear(from: Point(x: 0, y: 0), to: Point(x: 0, y: horizon), stops))
}

/// A disc, and the light around it.
private func sun(_ color: String, _ center: Point, _ side: Double) -> [Layer] {
  // The last two digits of a color are its alpha value: ff is opaque, 00 is transparent.
  let light = color.prefix(7)
  let stops = [
    Stop(position: 0, color: light + "73"), Stop(position: 0.4, color: light + "26"),
    Stop(position: 1, color: light + "00"),
  ]
  let glow = Paint.radial(center, radius: Proportion.light * side, stops)
  return [
    Layer(
      name: "light", shape: Shape(shape: disc(center, Proportion.light * side), fill: glow)),
    Layer(
      name: "sun", shape: Shape(shape: disc(center, Proportion.sun * side), fill: .color(color))),
  ]
}

/// One layer for each hill; a shadow separates it from the hill behind it.
private func hills(
  _ parameters: Plugin.Parameters, _ horizon: Double, _ canvas: Plugin.Size
) -> [Layer] {
  let (count, ground) = (parameters.hills, parameters.ground)
  let farthest = mix(parameters.glow, ground, haze)
  let shadow = Shadow(
    color: ground.prefix(7) + "73", blur: Proportion.shadow * canvas.shorterSide)
  return (0..<count).map { index in
    let nearness = count > 1 ? Double(index) / Double(count - 1) : 1
    let top = horizon + (canvas.height - horizon) * Double(index) / Double(count)
    return Layer(
      name: "hill.\(index + 1)",
      shape: Shape(
        shape: Outline(path: outline(index, top, canvas)),
        fill: .color(mix(farthest, ground, nearness)), shadow: shadow))
  }
}

/// Waves from left to right, and the lower edge of the screen.
private func outline(_ index: Int, _ top: Double, _ canvas: Plugin.Size) -> [PathElement] {
  // Half of a wave, from its top to its bottom. Hills with different waves look natural.
  let half = (0.62 + 0.07 * Double(index % 3)) * canvas.width
  // Multiples of the golden ratio are spread evenly, so no two tops are one above the other.
  let turns = 0.618 * Double(index + 1)
  let left = -2 * half * (turns - turns.rounded(.down))
  var (x, y, other) = (left, top, top + swing * canvas.height)
  var path = [PathElement(move: Point(x: x, y: y))]
  while x < canvas.width {
    // With these control points, a curve is almost a sine.
    let near = Point(x: x + 0.3642 * half, y: y)
    let far = Point(x: x + 0.6358 * half, y: other)
    (x, y, other) = (x + half, other, y)
    path.append(PathElement(curve: [near, far, Point(x: x, y: y)]))
  }
  return path + [
    PathElement(line: Point(x: x, y: canvas.height)),
    PathElement(line: Point(x: left, y: canvas.height)), PathElement(close: true),
  ]
}

/// A color between two colors, without their alpha values.
private func mix(_ one: String, _ other: String, _ share: Double) -> String {
  let mixed = zip(channels(one), channels(other)).map { a, b in
    Int(a + (b - a) * share + 0.5)
  }
  return "#" + mixed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// The red, green and blue of a color, from 0 to 255.
private func channels(_ color: String) -> [Double] {
  let value = Int(color.dropFirst().prefix(6), radix: 16) ?? 0
  return [value >> 16, value >> 8, value].map { Double($0 & 0xff) }
}

private func disc(_ center: Point, _ radius: Double) -> Outline {
  Outline(
    ellipse: Rect(
      x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
}
