public import Designs
internal import Files
public import Graphics
internal import SourceJSON
public import WallfarmPluginKit

/// The record of a delivered render.
public struct RenderReceipt: Sendable {
  /// The name of the template.
  public let template: String
  /// The name of the theme.
  public let theme: String
  /// The look of the theme that was requested or chosen for a photo; `nil` for the default look.
  public let look: ThemeVariant?
  /// The device.
  public let device: Device
  /// The clock whose area was kept clear; ``ClockStyle/standard`` if the device does not offer the
  /// requested clock.
  public let clock: ClockStyle
  /// The path of the file; `nil` for a picture in memory.
  public let output: String?
  /// The format of the file.
  public let format: ImageFormat
  /// The size of the picture in pixels.
  public let pixels: PixelSize
  /// The size of the file in bytes.
  public let byteCount: Int
  /// The SHA-256 of the file, 64 lowercase hex digits.
  public let sha256: String
  /// The fingerprint of the inputs; its digest is at the start of the fingerprint in the file.
  public let fingerprint: Fingerprint
  /// The layouts in order, with their areas.
  public let layouts: [LayoutPlacement]
  /// The type size of the first layout with text, in points.
  public let fontSize: Double?
  /// The placement of each note, in points.
  public let notes: [NotePlacement]
  /// The contrast of every line; `nil` if there is no text.
  public let legibility: LegibilityReport?
  /// The custom fonts that were available to the picture, in addition to the bundled fonts.
  public let customFonts: [CustomFont]
  /// The fonts used, by script.
  public let fonts: FontUse
  /// The external plugins that contributed to the picture, with their log lines.
  public let plugins: [PluginWords]
  /// The time of the picture at the precision of its layouts; `nil` if no layout uses the time.
  public let now: Now?
  /// The time at which the picture first changes; `nil` if it never changes.
  public let expires: Moment?
  /// The warnings for the user.
  public let warnings: [RenderWarning]
  /// The duration of each stage, in order.
  public let stages: [StageTime]
  /// The file, if it was requested in memory.
  public let file: EncodedFile?
  /// The bytes of ``file`` in one array, which is created on each access.
  public var bytes: [UInt8]? { file?.bytes }
}

/// The duration of a stage.
public struct StageTime: Sendable, Hashable {
  /// `resolve`, `compose`, `decode` (only for several pictures), `rasterize`, `encode` or
  /// `deliver`.
  public let stage: String
  /// The wall-clock time in milliseconds.
  public let milliseconds: Double
}

extension RenderReceipt {
  /// Writes receipts to a file atomically.
  ///
  /// - Throws: `output-failed`.
  public static func write(_ text: String, to path: String) throws(RenderError) {
    try AtomicFile.write([Array(text.utf8)], to: path, origin: .option("report"))
  }

  /// Checks that a receipt file can be written, before anything is rendered.
  ///
  /// - Throws: `output-failed`.
  public static func check(
    _ path: String, origin: Origin = .option("report")
  ) throws(RenderError) {
    try AtomicFile.check(path, origin: origin)
  }

  /// Returns a JSON array with one object per picture, even for a single picture.
  ///
  /// The array never contains the text of a note.
  public static func json(_ receipts: [RenderReceipt]) -> String {
    JSONValue.array(receipts.map(\.json)).text(pretty: true) + "\n"
  }

  /// The receipt as one line of JSON.
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

  /// The device, with its clock and the rule by which its areas were estimated; a device that is
  /// not installed is described in full.
  private var deviceJSON: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(device.id), "name": .string(device.name),
      "lockScreenConfidence": .string(device.lockScreenConfidence(with: clock).rawValue),
    ]
    if clock != .standard { members["clock"] = .string(clock.rawValue) }
    members["rule"] = device.lockScreenRule(with: clock).map(JSONValue.string)
    if device.isOwn { members["described"] = device.described }
    return .object(members)
  }

  private var timeless: JSONValue {
    [
      "template": .string(template),
      "theme": .string(theme), "variant": look.map { .string($0.rawValue) } ?? .null,
      "device": deviceJSON,
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
      "fontFiles": .array(customFonts.map(\.json)),
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
  /// The fingerprint as JSON; without a digest of the notes, the part `notes` is null, and the key
  /// `notes` states the reason.
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

extension CustomFont {
  fileprivate var json: JSONValue {
    [
      "file": .string(Files.name(of: file)), "sha256": .string(sha256),
      "families": .array(families.map(JSONValue.string)),
    ]
  }
}

extension LayoutPlacement {
  /// Returns the placement as JSON, with the expiration time in the given time zone.
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
  /// Returns the legibility aid of a layout, whether it was chosen for that layout or for all
  /// layouts.
  package func part(_ index: Int) -> Part? {
    parts.isEmpty ? Part(aid: aid, scrim: scrim) : parts[index]
  }
}

extension FontUse {
  /// One object for each layer that has boxes in place of missing characters: the number of boxes
  /// and the names of the characters.
  ///
  /// Letters are identified only by their script.
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
      "replaced": .array(
        replaced.map { color in
          [
            "color": .string(color.color.hex),
            "replacement": (color.replacement?.hex).map(JSONValue.string) ?? .null,
            "contrast": .number(thousandths(color.contrast)),
            "lc": .number(thousandths(color.lightness)), "reason": .string(color.sentence ?? ""),
          ]
        }),
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

/// Rounds to three decimal places, which is finer than any pixel.
private func thousandths(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
