public import Designs
internal import Files
import Graphics
internal import SourceJSON
public import WallfarmPluginKit

/// What was delivered.
public struct RenderReceipt: Sendable {
  /// Name of the template.
  public let template: String
  /// Name of the theme.
  public let theme: String
  /// Its look, asked for or chosen for a photo; nil: the theme as it is.
  public let look: ThemeVariant?
  /// The screen it was made for.
  public let device: Device
  /// Where it was written; nil for a picture in memory.
  public let output: String?
  /// The form of the file.
  public let format: ImageFormat
  /// Width and height of the picture.
  public let pixels: PixelSize
  /// Size of the file, in bytes.
  public let byteCount: Int
  /// SHA-256 of the file, 64 lower-case hex digits.
  public let sha256: String
  /// Digest of everything the picture is made of; the file begins its own with it.
  public let fingerprint: Fingerprint
  /// Its layouts in order, with the area that each was given.
  public let layouts: [LayoutPlacement]
  /// Type size of the first layout that shows text, in points.
  public let fontSize: Double?
  /// Where each note went, in points.
  public let notes: [NotePlacement]
  /// Contrast of every line; nil where there is no text.
  public let legibility: LegibilityReport?
  /// Which fonts drew it, by script.
  public let fonts: FontUse
  /// The plugins from outside that had a part in it, and what they said.
  public let plugins: [PluginWords]
  /// The time that it was made for, as finely as its layouts look; nil where none does.
  public let now: Now?
  /// The first moment at which it is another picture; nil: never.
  public let expires: Moment?
  /// What a person should know.
  public let warnings: [RenderWarning]
  /// Time of each stage, in the order in which they ran.
  public let stages: [StageTime]
  /// The file itself, when it was asked for in memory.
  public let bytes: [UInt8]?
}

/// How long a stage took.
public struct StageTime: Sendable, Hashable {
  /// `resolve`, `compose`, `decode` (of several pictures only), `rasterize`, `encode` or `deliver`.
  public let stage: String
  /// Wall time in milliseconds.
  public let milliseconds: Double
}

extension RenderReceipt {
  /// Writes receipts to a file, as a whole or not at all.
  ///
  /// - Throws: `output-failed`.
  public static func write(_ text: String, to path: String) throws(RenderError) {
    try AtomicFile.write([Array(text.utf8)], to: path, origin: .option("report"))
  }

  /// Finds what would keep a receipt from being written, before anything is rendered.
  ///
  /// - Throws: `output-failed`.
  public static func check(
    _ path: String, origin: Origin = .option("report")
  ) throws(RenderError) {
    try AtomicFile.check(path, origin: origin)
  }

  /// A list with an object for each picture, also where there is but one.
  ///
  /// It never contains the words of a note.
  public static func json(_ receipts: [RenderReceipt]) -> String {
    JSONValue.array(receipts.map(\.json)).text(pretty: true) + "\n"
  }

  /// The receipt in JSON on one line.
  public var line: String { json.text(pretty: false) }

  private var json: JSONValue {
    guard let now, case .object(var members) = timeless else { return timeless }
    members["now"] = .string(now.written)
    members["zone"] = .string(now.zone.id)
    members["expires"] =
      expires.map {
        .string($0.written(offset: now.zone.offset(at: $0)))
      } ?? .null
    return .object(members)
  }

  private var timeless: JSONValue {
    [
      "template": .string(template),
      "theme": .string(theme), "variant": look.map { .string($0.rawValue) } ?? .null,
      "device": [
        "id": .string(device.id), "name": .string(device.name),
        "lockScreenConfidence": .string(device.lockScreenConfidence.rawValue),
      ],
      "output": output.map(JSONValue.string) ?? .null,
      "format": .string(format.rawValue),
      "pixels": ["width": .number(Double(pixels.width)), "height": .number(Double(pixels.height))],
      "bytes": .number(Double(byteCount)),
      "sha256": .string(sha256),
      "fingerprint": fingerprint.json,
      "layout": [
        "fontSize": fontSize.map(JSONValue.number) ?? .null,
        "notes": .array(notes.map(\.json)),
        "parts": .array(
          layouts.enumerated().map { index, layout in
            layout.json(zone: now?.zone, aid: legibility?.part(index))
          }),
        "legibility": legibility?.json ?? .null,
        "fonts": .object(fonts.families.mapValues { .array($0.map(JSONValue.string)) }),
        "missing": .array(fonts.missingJSON),
      ],
      "plugins": .array(plugins.map(\.json)),
      "warnings": .array(warnings.map(\.json)),
      "milliseconds": .object(
        Dictionary(
          uniqueKeysWithValues: stages.map { ($0.stage, .number(thousandths($0.milliseconds))) })
      ),
    ]
  }
}

extension Fingerprint {
  /// Notes without a digest are null, and `notes` says why.
  fileprivate var json: JSONValue {
    var members = Dictionary(
      uniqueKeysWithValues: parts.map { ($0.name, JSONValue.string($0.digest)) })
    if notesCode == nil { members[Part.notes] = .null }
    return [
      "format": .number(Double(Fingerprint.format)), "digest": .string(digest),
      "parts": .object(members), "notes": .string(notes.rawValue),
    ]
  }
}

extension LayoutPlacement {
  /// The moment as clocks in a zone write it.
  fileprivate func json(zone: Zone?, aid: LegibilityReport.Part?) -> JSONValue {
    var members: [String: JSONValue] = [
      "layout": .string(layout), "area": area.json,
      "fontSize": fontSize.map(JSONValue.number) ?? .null,
      "notes": .array(notes.map { .number(Double($0)) }),
      "aid": .string(aid?.aid?.rawValue ?? "none"),
      "scrim": .number(thousandths(aid?.scrim ?? 0)),
    ]
    if !considered.isEmpty { members["considered"] = .array(considered.map(\.json)) }
    if let zone, let expires {
      members["expires"] = .string(expires.written(offset: zone.offset(at: expires)))
    }
    return .object(members)
  }
}

extension ConsideredSetting {
  fileprivate var json: JSONValue {
    [
      "form": .string(form), "fontSize": .number(fontSize), "cost": .number(thousandths(cost)),
      "costs": .object(costs.mapValues { .number(thousandths($0)) }),
    ]
  }
}

extension LegibilityReport {
  /// What was done for a layout, chosen for it alone or for all of them.
  package func part(_ index: Int) -> Part? {
    parts.isEmpty ? Part(aid: aid, scrim: scrim) : parts[index]
  }
}

extension FontUse {
  /// A member for each layer with boxes: how many, and what they stand for, letters by their script alone.
  fileprivate var missingJSON: [JSONValue] {
    missing.sorted { $0.key < $1.key }.map { layer, clusters in
      [
        "layer": .string(layer), "boxes": .number(Double(clusters.count)),
        "names": .array(clusters.names.map(JSONValue.string)),
      ]
    }
  }
}

extension NotePlacement {
  fileprivate var json: JSONValue {
    [
      "number": .number(Double(number)), "lines": .number(Double(lines)), "frame": frame.json,
      "direction": .string(direction.rawValue), "clipped": .bool(clipped),
    ]
  }
}

extension PluginWords {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(plugin.id), "version": .number(Double(plugin.version)),
      "said": .array(lines.map(JSONValue.string)),
      "fence": fence?.json ?? .null,
    ]
    if case .folder(_, let digest) = plugin.source { members["sha256"] = .string(digest()) }
    return .object(members)
  }
}

extension FenceReport {
  fileprivate var json: JSONValue {
    [
      "layers": .array(standing.map { .string($0.rawValue) }),
      "missing": .array(missing.map { .string($0.rawValue) }),
    ]
  }
}

extension LegibilityReport {
  fileprivate var json: JSONValue {
    [
      "target": .number(target), "aid": .string(aid?.rawValue ?? "none"),
      "scrim": .number(thousandths(scrim)), "changed": .number(thousandths(changed)),
      "lines": .array(
        lines.map { line in
          [
            "layer": .string(line.layer), "line": .number(Double(line.line)),
            "before": .number(thousandths(line.before)),
            "after": .number(thousandths(line.after)),
            "lc": .number(thousandths(line.lightness)),
          ]
        }),
    ]
  }
}

extension Rect {
  fileprivate var json: JSONValue {
    [
      "x": .number(thousandths(x)), "y": .number(thousandths(y)),
      "width": .number(thousandths(width)), "height": .number(thousandths(height)),
    ]
  }
}

/// Three decimals are finer than any pixel and shorter to read.
private func thousandths(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
