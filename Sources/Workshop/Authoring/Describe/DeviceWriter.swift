package import Designs
package import SourceJSON
package import WallfarmPluginKit

/// Describes a device as text or JSON.
package struct DeviceWriter {
  private let device: Device

  package init(_ device: Device) { self.device = device }

  package func text(json: Bool) -> String {
    if json { return self.json.text(pretty: true) }
    let origins = originRows
    let table = Table(["number", "value", "confidence", "source"], origins).text
    return "\(device.id): \(device.name)\n\n" + facts.text
      + (origins.isEmpty ? "" : "\n\n" + table) + (device.note.map { "\n\n\($0)" } ?? "")
  }

  /// The description as JSON.
  package var json: JSONValue {
    var values = Dictionary(facts.rows.map { ($0[0].text, $0[1].json) }) { $1 }
    let area = device.safeArea
    values["safe area (pt)"] = ["top": .number(area.top), "bottom": .number(area.bottom)]
    let all: [String: JSONValue] = [
      "id": .string(device.id), "name": .string(device.name), "kind": "device",
      "note": device.note.map(JSONValue.string) ?? .null, "facts": .object(values),
      "screen": device.described, "maker": .string(device.maker),
      "aliases": .array(device.aliases.map(JSONValue.string)),
      "released": .string(device.released),
      "evidence": .object(device.evidence.fields.mapValues(\.json)),
    ]
    return .object(all.merging(device.sizes) { $1 })
  }

  /// A table of all facts about the device with their values.
  private var facts: Table {
    func number(_ value: Double) -> Table.Cell { .number((value * 100).rounded() / 100) }
    let bounds = device.suggested
    let rows: [[Table.Cell]] = [
      [.text("kind"), .text(device.kind.rawValue)], [.text("pixels"), device.pixels.cell],
      [.text("points"), .size(device.points.width, device.points.height)],
      [.text("pixels per point"), number(device.scale.x)],
      [.text("pixels per inch"), .number(Double(device.ppi))],
      [.text("corner radius (pt)"), number(device.cornerRadius)],
      [.text("cut-out"), .text(device.cutout)],
      [
        .text("safe area (pt)"),
        .text("\(Int(device.safeArea.top)) top, \(Int(device.safeArea.bottom)) bottom"),
      ],
      [.text("gamut"), .text(device.gamut)],
      [.text("year"), .number(Double(device.year))],
      [.text("pixel confidence"), .text(device.confidence.rawValue)],
      [.text("clock (pt)"), .range(device.lockScreen.clockTop, device.lockScreen.clockBottom)],
      [
        .text("widgets (pt)"),
        .range(device.lockScreen.widgetTop, device.lockScreen.widgetBottom),
      ],
      [.text("controls from (pt)"), number(device.lockScreen.controlsTop)],
      [.text("lock screen confidence"), .text(device.lockScreenConfidence.rawValue)],
      [.text("notes start, no widgets (pt)"), number(bounds.topWithoutWidgets)],
      [.text("notes start, widgets (pt)"), number(bounds.topWithWidgets)],
      [
        .text("notes start, large clock (pt)"),
        bounds.topBelowLargeClock.map(number) ?? .text("unknown"),
      ],
      [.text("notes end (pt)"), number(bounds.bottom)],
    ]
    return Table(["fact", "value"], rows + landscapeRows)
  }

  /// A row for each number, cutout and area, with its sources and, for an estimate, the rule.
  private var originRows: [[Table.Cell]] {
    func row(_ name: String, _ value: String, _ origin: Evidence?) -> [Table.Cell] {
      let sources = (origin?.sources ?? []) + [origin?.rule ?? origin?.ruleKey].compactMap(\.self)
      return [
        .text(name), .text(value), .text(origin?.confidence.rawValue ?? "estimated"),
        .text(sources.joined(separator: ", ")),
      ]
    }
    func sides(_ frame: Rect) -> String { frame.sides.text(pretty: false) }
    let numbers: [(String, String)] = [
      ("pixels", device.pixels.description),
      ("scale", DeviceWriter.shown(device.scale.x)), ("ppi", "\(device.ppi)"),
      ("diagonal", device.diagonal.map(DeviceWriter.shown) ?? ""),
      ("cornerRadius", DeviceWriter.shown(device.cornerRadius)),
      ("released", device.released),
    ]
    let fields = numbers.compactMap { name, value in
      device.evidence.fields[name].map { row(name, value, $0) }
    }
    let cutouts = device.cutouts.map {
      row($0.kind.rawValue, sides($0.frame), device.evidence.fields["cutouts"])
    }
    let areas = device.areas.all.map {
      row($0.place.path, sides($0.frame), device.evidence.area($0.place))
    }
    return fields + cutouts + areas
  }

  private static func shown(_ number: Double) -> String {
    JSONValue.number((number * 1000).rounded() / 1000).text(pretty: false)
  }

  /// Rows that describe the area for notes on a tablet in landscape orientation; empty for a phone.
  private var landscapeRows: [[Table.Cell]] {
    guard let turned = try? device.turned(to: .landscape) else { return [] }
    let area = FreeArea(on: turned, widgets: true, clock: .standard).frame
    return [
      [.text("landscape: pixels"), turned.pixels.cell],
      [.text("landscape: notes start, widgets (pt from the left)"), .number(area.x)],
      [.text("landscape: notes (pt from the top)"), .range(area.y, area.maxY)],
    ]
  }
}

extension Device {
  /// The size in pixels and in points as JSON numbers.
  package var sizes: [String: JSONValue] {
    [
      "width": .number(Double(pixels.width)), "height": .number(Double(pixels.height)),
      "widthInPoints": .number(points.width), "heightInPoints": .number(points.height),
    ]
  }
}

extension PixelSize {
  /// The size as a cell of a table.
  package var cell: Table.Cell { .size(Double(width), Double(height)) }
}
