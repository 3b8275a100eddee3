package import SourceJSON
package import WallfarmPluginKit

extension Device {
  /// The device's description for use in a request, in a form that ``DeviceReader`` can read.
  package var described: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id), "name": .string(name), "kind": .string(kind.rawValue),
      "pixels": JSONValue.pair(Double(pixels.width), Double(pixels.height)),
      "scale": .number((self.scale.x * 1e9).rounded() / 1e9), "ppi": .number(Double(ppi)),
      "colorSpace": .string(gamut), "shape": shape, "areas": describedAreas,
    ]
    if !maker.isEmpty { members["maker"] = .string(maker) }
    members["state"] = state.map(JSONValue.string)
    members["diagonal"] = diagonal.map(JSONValue.number)
    // The size in points is written explicitly, because pixels divided by scale may differ from it
    // by a rounding error.
    members["points"] = JSONValue.pair(points.width, points.height)
    let scale = (Double(pixels.width) / points.width).rounded()
    if abs(Double(pixels.height) / self.scale.x - points.height) > DeviceReader.rounding {
      // The system renders points at a whole-number scale, and then scales the result to the panel.
      members["scale"] = .number(scale)
      members["rendered"] = JSONValue.pair(points.width * scale, points.height * scale)
    }
    if !safeAreas.isEmpty {
      members["safeArea"] = .object(
        Dictionary(
          uniqueKeysWithValues: safeAreas.map { orientation, insets in
            let sides = [insets.top, insets.right, insets.bottom, insets.left]
            return (orientation.rawValue, .array(sides.map(JSONValue.number)))
          }))
    }
    if !evidence.areas.isEmpty {
      members["evidence"] = ["areas": .object(evidence.areas.mapValues(\.json))]
      let rules = evidence.areas.values.compactMap { origin in
        origin.ruleKey.flatMap { key in origin.rule.map { (key, JSONValue.string($0)) } }
      }
      if !rules.isEmpty { members["rules"] = .object(Dictionary(rules) { $1 }) }
    }
    return .object(members)
  }

  private var shape: JSONValue {
    var members: [String: JSONValue] = ["cornerRadius": .number(cornerRadius)]
    if !cutouts.isEmpty {
      members["cutouts"] = .array(
        cutouts.map { ["kind": .string($0.kind.rawValue), "frame": $0.frame.sides] })
    }
    return .object(members)
  }

  private var describedAreas: JSONValue {
    var screens: [String: [String: [String: JSONValue]]] = [:]
    for (place, frame) in areas.all {
      screens[place.screen.rawValue, default: [:]][place.orientation.rawValue, default: [:]][
        place.kind.rawValue] = frame.sides
    }
    return .object(screens.mapValues { .object($0.mapValues { .object($0) }) })
  }
}

extension Evidence {
  /// The origin as JSON in the format used in device files.
  package var json: JSONValue {
    var members: [String: JSONValue] = ["confidence": .string(confidence.rawValue)]
    if !sources.isEmpty { members["sources"] = .array(sources.map(JSONValue.string)) }
    members["rule"] = ruleKey.map(JSONValue.string)
    return .object(members)
  }
}

extension Rect {
  /// The rectangle as `[x, y, width, height]`.
  package var sides: JSONValue { .array([x, y, width, height].map(JSONValue.number)) }
}

extension JSONValue {
  fileprivate static func pair(_ one: Double, _ other: Double) -> JSONValue {
    .array([.number(one), .number(other)])
  }
}
