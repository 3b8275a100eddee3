package import Designs
internal import Files
internal import SourceJSON
package import WallfarmPluginKit

/// Writes a device file with one device, whose areas are estimated from its shape.
package struct DeviceStarter {
  /// The name of the device and of its file.
  package let name: String
  /// The size in pixels, and the scale in pixels per point if it is known.
  package let size: ScreenSize
  /// The kind; `nil` to infer it from the shape.
  package let kind: DeviceKind?

  /// Creates a starter.
  package init(name: String, size: ScreenSize, kind: DeviceKind?) {
    (self.name, self.size, self.kind) = (name, size, kind)
  }

  /// Writes the file to the current folder, or to another folder if ``name`` is a path.
  ///
  /// - Returns: the path of the file, and the ID of the device.
  /// - Throws: `invalid-parameter` if the name cannot be an ID; `output-failed` if the file exists
  ///   or cannot be written.
  package func write() throws(RenderError) -> (file: String, id: String) {
    let path = name.hasSuffix(".json") ? name : name + ".json"
    let id = String(Files.name(of: path).dropLast(5))
    let isValid =
      id.first?.isLetter == true
      && id.utf8.allSatisfy { byte in
        "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains(byte)
      }
    guard isValid else {
      throw RenderError(
        .invalidParameter,
        "'\(id)' cannot be the id of a device: expected lowercase letters, "
          + "digits and hyphens", origin: .argument("name"),
        hint: "write a name such as mytablet")
    }
    if let entry = EntryKind(at: path) {
      throw RenderError(
        .outputFailed, "'\(path)' already exists" + (entry == .file ? "" : ": \(entry.words)"),
        origin: .argument("name"), hint: "choose another name, or move that file away")
    }
    try WholeFile.write([Array(text(id: id).utf8)], to: path, isNew: true)
    return (path, id)
  }

  /// The content of the file.
  package func text(id: String) -> String {
    let estimate = ScreenEstimate(size, kind: kind)
    // If the size has no scale, use the estimated scale, which is a multiple of 1/4.
    let whole = ScreenSize(pixels: size.pixels, scale: estimate.scale)
    let device = Device(whole, kind: estimate.kind)
    guard case .object(var members) = device.described else { return "" }
    for key in ["rules", "evidence", "points"] { members[key] = nil }
    for key in ["areas", "safeArea"] { members[key] = members[key]?.roundedToHundredths }
    members["id"] = .string(id)
    members["name"] = .string(id)
    members["maker"] = "…"
    members["released"] = "2026-01"
    var evidence: [String: JSONValue] = [
      "areas": ["lock": "size"], "pixels": ["me"], "scale": ["me"], "ppi": "size",
      "colorSpace": "size", "released": "size", "cornerRadius": "size",
    ]
    if members["safeArea"] != nil { evidence["safeArea"] = "size" }
    members["evidence"] = .object(evidence)
    let file: JSONValue = [
      "family": .string(id), "title": .string(id), "license": "CC0-1.0",
      "sources": [
        "me": [
          "title": "Read from the device", "search": "my own device", "retrieved": "2026-01-01",
        ]
      ],
      "rules": ["size": .string("Estimated from the size. " + estimate.rule)],
      "devices": [.object(members)],
    ]
    return file.text(pretty: true) + "\n"
  }
}

extension JSONValue {
  /// The value with all numbers rounded down to two decimals, so that rectangles stay inside the
  /// screen.
  fileprivate var roundedToHundredths: JSONValue {
    switch self {
    case .number(let number): .number((number * 100).rounded(.down) / 100)
    case .array(let items): .array(items.map(\.roundedToHundredths))
    case .object(let members): .object(members.mapValues(\.roundedToHundredths))
    case .null, .bool, .string: self
    }
  }
}
