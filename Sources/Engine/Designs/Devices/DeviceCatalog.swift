internal import Files
internal import Graphics
internal import SourceJSON
public import WallfarmPluginKit

/// The known devices, by default from the embedded `devices.json`.
public struct DeviceCatalog: Sendable, Hashable {
  /// The devices in the order of the file: phones by year, then tablets.
  public let devices: [Device]

  /// The devices included in this build.
  public static let shipped: DeviceCatalog = {
    do {
      return try DeviceCatalog(json: Resources.devicesJSON, file: "devices.json")
    } catch {
      // The file is embedded, and the tests load every device from it.
      preconditionFailure("\(error)")
    }
  }()

  /// Parses a catalog.
  ///
  /// - Parameters:
  ///   - json: The bytes of a file in the format of `devices.json`.
  ///   - file: The path for error messages.
  /// - Throws: `invalid-json`, `invalid-value`.
  public init(json: [UInt8], file: String) throws(RenderError) {
    let root = try JSONFile.parse(json, file: file, isDesign: true)
    guard let elements = root.elements else {
      throw .invalidValue(
        "a device catalog", expected: "a list", got: root.typeName, origin: .file(file))
    }
    devices = try elements.map { (element) throws(RenderError) in
      try Device(DeviceEntry(node: element, file: file))
    }
  }

  /// Creates a catalog of some devices.
  package init(_ devices: [Device]) { self.devices = devices }

  /// The device with an id, case-insensitive.
  ///
  /// - Throws: `unknown-device` with the most similar id.
  public func device(_ id: String, origin: Origin = .option("device")) throws(RenderError) -> Device
  {
    if let device = devices.first(where: { $0.id == id.lowercased() }) { return device }
    throw .unknown(
      .unknownDevice, "device", id, known: devices.map(\.id), origin: origin, list: "device")
  }

  /// The devices in a list such as `iphone15,ipad10`, in the given order and without duplicates.
  ///
  /// A list may contain groups: `all`, `iphones`, `ipads`, and ranges of years of first sale such
  /// as `2022…`, `2020…2023` or `…2019`. Three periods are accepted for the ellipsis.
  ///
  /// - Throws: `unknown-device`.
  public func devices(
    in list: String, origin: Origin = .option("device")
  ) throws(RenderError) -> [Device] {
    var found: [Device] = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.filter { !$0.isWhitespace }
      var named = try group(name.lowercased(), origin: origin)
      if named == nil { named = [try device(name, origin: origin)] }
      for device in named ?? []
      where !found.contains(device) { found.append(device) }
    }
    return found
  }

  /// The devices of a group; `nil` if the word is not a group.
  private func group(_ name: String, origin: Origin) throws(RenderError) -> [Device]? {
    switch name {
    case "all": return devices
    case "iphones": return devices.filter { !$0.isTablet }
    case "ipads": return devices.filter(\.isTablet)
    default: break
    }
    let ends = name.replacing("...", with: "…")
      .split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, ends.contains(where: { !$0.isEmpty }),
      ends.allSatisfy({ $0.isEmpty || Int($0) != nil })
    else { return nil }
    let (first, last) = (Int(ends[0]) ?? 0, Int(ends[1]) ?? 9999)
    let group = devices.filter { first <= $0.year && $0.year <= last }
    guard group.isEmpty else { return group }
    let years = devices.map(\.year)
    throw RenderError(
      .unknownDevice, "no device matches the years '\(name)'", origin: origin,
      hint: "devices are from \(years.min() ?? 0) to \(years.max() ?? 0)")
  }
}

/// A JSON object of the catalog with typed access to its keys.
private struct DeviceEntry {
  let node: JSONNode
  let file: String

  func text(_ key: String) throws(RenderError) -> String {
    guard let text = node[key]?.string else { throw wrong(key, "text") }
    return text
  }

  func number(_ key: String, in section: String? = nil) throws(RenderError) -> Double {
    guard let number = try optionalNumber(key, in: section) else { throw wrong(key, "a number") }
    return number
  }

  func optionalNumber(_ key: String, in section: String? = nil) throws(RenderError) -> Double? {
    (section.map { node[$0] } ?? node)?[key]?.number
  }

  /// The integer of a key within a range.
  func whole(_ key: String, in range: ClosedRange<Int>) throws(RenderError) -> Int {
    guard let number = node[key]?.number, let whole = Int(exactly: number), range.contains(whole)
    else { throw wrong(key, "a whole number from \(range.lowerBound) to \(range.upperBound)") }
    return whole
  }

  func pair(_ key: String) throws(RenderError) -> (Double, Double) {
    guard let items = node[key]?.elements, items.count == 2, let one = items[0].number,
      let two = items[1].number,
      (1...32_767).contains(one), (1...32_767).contains(two)
    else { throw wrong(key, "two numbers from 1 to 32767") }
    return (one, two)
  }

  func wrong(_ key: String, _ expected: String) -> RenderError {
    let place = node[key]?.place ?? node.place
    return .invalidValue(
      "'\(key)' of a device", expected: expected, got: node[key]?.typeName ?? "missing",
      origin: place.origin(in: file))
  }
}

extension Device {
  fileprivate init(_ entry: DeviceEntry) throws(RenderError) {
    id = try entry.text("id")
    name = try entry.text("name")
    let (width, height) = try entry.pair("pixels")
    pixels = PixelSize(width: Int(width), height: Int(height))
    let (across, down) = try entry.pair("points")
    points = Size(width: across, height: down)
    ppi = try entry.whole("ppi", in: 1...2000)
    cornerRadius = try entry.number("cornerRadius")
    cutout = try entry.text("cutout")
    safeArea = Insets(
      top: try entry.number("top", in: "safeArea"),
      bottom: try entry.number("bottom", in: "safeArea"))
    gamut = try entry.text("gamut")
    year = try entry.whole("year", in: 2000...2200)
    confidence = try entry.text("confidence")
    lockScreen = LockScreen(
      clockTop: try entry.number("clockTop", in: "lockScreen"),
      clockBottom: try entry.number("clockBottom", in: "lockScreen"),
      widgetTop: try entry.number("widgetTop", in: "lockScreen"),
      widgetBottom: try entry.number("widgetBottom", in: "lockScreen"),
      controlsTop: try entry.number("bottomControlsTop", in: "lockScreen"))
    guard
      let level = LockScreenConfidence(rawValue: try entry.text("lockScreenConfidence"))
    else { throw entry.wrong("lockScreenConfidence", "measured, bucketed or estimated") }
    lockScreenConfidence = level
    suggested = ContentBounds(
      topWithoutWidgets: try entry.number("topNoWidgets", in: "suggested"),
      topWithWidgets: try entry.number("topWithWidgets", in: "suggested"),
      topBelowLargeClock: try entry.optionalNumber("topLargeClockIOS26", in: "suggested"),
      bottom: try entry.number("bottom", in: "suggested"))
    note = entry.node["note"]?.string
  }
}
