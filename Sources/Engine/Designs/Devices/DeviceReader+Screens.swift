internal import Files
import SourceJSON
import WallfarmPluginKit

/// Reads the properties of a screen and checks that they are consistent.
extension DeviceReader {
  mutating func screen(
    _ node: JSONNode, _ common: Shared, id: String, state: String?
  ) -> Device? {
    for key in ["pixels", "scale", "ppi", "shape", "areas"] where node[key] == nil {
      reader.missing(key, in: state == nil ? "a device" : "a state", node)
    }
    guard let pixels = node["pixels"], let size = size(pixels, node), size.scale != nil else {
      return nil
    }
    return screen(node, common, id: id, state: state, size: size, plain: nil, rules: rules)
  }

  /// Reads a screen; if the description has no areas, `plain` provides them.
  mutating func screen(
    _ node: JSONNode, _ common: Shared, id: String, state: String?, size: ScreenSize,
    plain: Device?, rules: JSONNode?
  ) -> Device? {
    let before = reader.problems.count
    let scale = ScreenEstimate(size, kind: common.kind).scale
    let points = points(node, size, scale)
    let natural: ScreenOrientation =
      size.pixels.width > size.pixels.height ? .landscape : .portrait
    let ppi = reader.whole("ppi", of: node, 1...2000)
    let diagonal = number("diagonal", of: node, "inches, above 0", 0.1...1000)
    let (radius, cutouts) = shape(node, points)
    var evidence = common.evidence
    let own = self.evidence(node, rules)
    evidence.fields.merge(own.fields) { $1 }
    evidence.areas.merge(own.areas) { $1 }
    if let plain { evidence.areas.merge(plain.evidence.areas) { own, _ in own } }
    let areas = plain?.areas ?? areas(node, points, natural)
    let insets = safeAreas(node, points, natural)
    guard reader.problems.count == before else { return nil }
    // The name in a request's device description already includes the suffix `(cover)`.
    let isOuter = state == "cover" && !common.name.hasSuffix(" (cover)")
    return Device(
      id: id, name: common.name + (isOuter ? " (cover)" : ""), aliases: common.aliases,
      maker: common.maker, kind: common.kind, state: state, family: family, pixels: size.pixels,
      points: points, ppi: ppi ?? ScreenEstimate(size, kind: common.kind).ppi, diagonal: diagonal,
      cornerRadius: radius, cutouts: cutouts,
      safeAreas: node["safeArea"] == nil ? plain?.safeAreas ?? [:] : insets, gamut: common.gamut,
      released: common.released, areas: areas, evidence: evidence, note: common.note, isOwn: isOwn)
  }

  /// Reads the size in pixels and the scale, and checks their limits.
  mutating func size(_ pixels: JSONNode, _ node: JSONNode) -> ScreenSize? {
    guard let sides = numbers(pixels, 2, "'pixels'", "[width, height] in pixels"),
      let width = Int(exactly: sides[0]), let height = Int(exactly: sides[1])
    else {
      if numbersAreFractions(pixels) {
        reader.report(reader.wrong(pixels, "'pixels'", "whole numbers of pixels"))
      }
      return nil
    }
    let size = PixelSize(width: width, height: height)
    do throws(RenderError) {
      try ScreenSize(pixels: size).check(origin: reader.origin(pixels))
      guard let value = node["scale"] else { return ScreenSize(pixels: size) }
      guard let scale = value.number else {
        reader.report(reader.wrong(value, "'scale'", "a number of pixels per point"))
        return nil
      }
      let found = ScreenSize(pixels: size, scale: scale)
      try found.check(origin: reader.origin(value))
      return found
    } catch {
      reader.report(error)
      return nil
    }
  }

  func numbersAreFractions(_ node: JSONNode) -> Bool {
    guard let items = node.elements, items.count == 2 else { return false }
    return items.allSatisfy { $0.number != nil } && items.contains { $0.whole == nil }
  }

  /// Reads `points` and checks it against the other values, or computes the points from pixels and
  /// scale.
  mutating func points(_ node: JSONNode, _ size: ScreenSize, _ scale: Double) -> Size {
    let (width, height) = (Double(size.pixels.width), Double(size.pixels.height))
    let plain = Size(width: width / scale, height: height / scale)
    guard let value = node["points"] else {
      if let rendered = node["rendered"] {
        reader.report(
          .invalidValue(
            "'rendered'", expected: "'points' in the same object", got: "used alone",
            origin: reader.origin(rendered), hint: "add \"points\": [width, height]"))
      }
      return plain
    }
    guard let sides = numbers(value, 2, "'points'", "[width, height] in points"),
      sides.allSatisfy({ $0 >= 1 })
    else { return plain }
    guard let other = node["rendered"] else {
      if abs(sides[0] - plain.width) > Self.rounding || abs(sides[1] - plain.height) > Self.rounding
      {
        reader.report(
          wrongProduct(
            value, "'points'",
            "\(shown(plain.width)) × \(shown(plain.height)), which is the size in pixels divided "
              + "by the scale"))
      }
      return Size(width: sides[0], height: sides[1])
    }
    if let rendered = numbers(other, 2, "'rendered'", "[width, height] in pixels") {
      let product = sides.map { $0 * scale }
      if product != rendered {
        reader.report(
          wrongProduct(
            other, "'rendered'",
            "\(shown(product[0])) × \(shown(product[1])), which is the size in points times the "
              + "scale"))
      } else if abs(width / height - rendered[0] / rendered[1]) > 0.002 {
        reader.report(wrongProduct(other, "'rendered'", "the aspect ratio of 'pixels'"))
      }
    }
    return Size(width: sides[0], height: sides[1])
  }

  func wrongProduct(_ node: JSONNode, _ what: String, _ expected: String) -> RenderError {
    .invalidValue(
      what, expected: expected, got: node.plain.text(pretty: false), origin: reader.origin(node),
      hint: "correct this value, or the values from which it is computed")
  }

  mutating func shape(_ node: JSONNode, _ points: Size) -> (Double, [Cutout]) {
    guard let value = node["shape"] else { return (0, []) }
    guard reader.object(value, "'shape'", keys: ["cornerRadius", "cutouts"]) != nil else {
      return (0, [])
    }
    let most = min(points.width, points.height) / 2
    let radius =
      number("cornerRadius", of: value, "points, at most half of the shorter side", 0...most) ?? 0
    guard let list = value["cutouts"] else { return (radius, []) }
    guard let elements = list.elements else {
      reader.report(reader.wrong(list, "'cutouts'", "a list"))
      return (radius, [])
    }
    let cutouts = elements.compactMap { element -> Cutout? in
      guard reader.object(element, "a cut-out", keys: ["kind", "frame"]) != nil,
        let kind = required("kind", of: element, "a cut-out", Cutout.Kind.allCases.map(\.rawValue))
          .flatMap(Cutout.Kind.init(rawValue:)),
        let node = required("frame", of: element, "a cut-out"),
        let frame = frame(node, "'frame'", within: points)
      else { return nil }
      return Cutout(kind, frame: frame)
    }
    return (radius, cutouts)
  }

  mutating func safeAreas(
    _ node: JSONNode, _ points: Size, _ natural: ScreenOrientation
  ) -> [ScreenOrientation: Insets] {
    guard let value = node["safeArea"] else { return [:] }
    let names = ScreenOrientation.allCases.map(\.rawValue)
    guard reader.object(value, "'safeArea'", keys: names) != nil else { return [:] }
    var found: [ScreenOrientation: Insets] = [:]
    for orientation in ScreenOrientation.allCases {
      guard let list = value[orientation.rawValue],
        let sides = numbers(list, 4, "'\(orientation)'", "[top, right, bottom, left] in points")
      else { continue }
      let size = points.turned(from: natural, to: orientation)
      guard sides[0] + sides[2] <= size.height / 2, sides[1] + sides[3] <= size.width / 2 else {
        reader.report(
          reader.wrong(
            list, "'\(orientation)'",
            "insets that leave at least half of the width and half of the height"))
        continue
      }
      found[orientation] = Insets(
        top: sides[0], left: sides[3], bottom: sides[2], right: sides[1])
    }
    return found
  }

  mutating func areas(
    _ node: JSONNode, _ points: Size, _ natural: ScreenOrientation
  ) -> ScreenAreas {
    var areas = ScreenAreas()
    guard let value = node["areas"] else { return areas }
    let screens = ScreenAreas.Screen.allCases
    guard reader.object(value, "'areas'", keys: screens.map(\.rawValue)) != nil else {
      return areas
    }
    for screen in screens {
      guard let orientations = value[screen.rawValue] else { continue }
      let names = ScreenOrientation.allCases.map(\.rawValue)
      guard reader.object(orientations, "'\(screen)'", keys: names) != nil else { continue }
      for orientation in ScreenOrientation.allCases {
        guard let list = orientations[orientation.rawValue] else { continue }
        let kinds = ScreenAreas.Kind.allCases.map(\.rawValue)
        guard reader.object(list, "'\(orientation)'", keys: kinds) != nil else { continue }
        let size = points.turned(from: natural, to: orientation)
        var frames: [ScreenAreas.Kind: Rect] = [:]
        for member in list.members ?? [] {
          guard let kind = ScreenAreas.Kind(rawValue: member.key) else { continue }
          frames[kind] = frame(member.value, "'\(member.key)'", within: size)
        }
        areas[screen, orientation] = frames
      }
    }
    return areas
  }
}

extension Size {
  /// The size of the screen in another orientation.
  fileprivate func turned(
    from natural: ScreenOrientation, to orientation: ScreenOrientation
  ) -> Size {
    natural == orientation ? self : Size(width: height, height: width)
  }
}
