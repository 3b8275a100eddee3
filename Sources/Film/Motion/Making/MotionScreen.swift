package import Designs
package import WallfarmPluginKit

/// The screens that films are made for: those of devices, and one that belongs to none.
package enum MotionScreen {
  /// The upright film of 9 : 16 that feeds and stores show.
  package static let tall = "9x16"

  /// The devices that ship, and the upright film.
  package static let catalog: DeviceCatalog = {
    do {
      return DeviceCatalog(
        DeviceCatalog.shipped.devices
          + (try DeviceCatalog(json: Array(json.utf8), file: "film").devices))
    } catch {
      // It stands below, and every test of a film reads it.
      preconditionFailure("\(error)")
    }
  }()

  /// The same with a screen in place of the one of its name, such as one with fewer pixels.
  static func catalog(with device: Device) -> DeviceCatalog {
    guard !catalog.devices.contains(device) else { return catalog }
    return DeviceCatalog(catalog.devices.filter { $0.id != device.id } + [device])
  }

  /// A screen by its name.
  ///
  /// - Throws: `unknown-device`.
  package static func named(
    _ id: String, origin: Origin = .option("device")
  ) throws(RenderError) -> Device {
    try catalog.device(id, origin: origin)
  }

  // Feeds cover the top with a name and the bottom with buttons.
  private static let json = """
    [{"id": "\(tall)", "name": "Film, 9 : 16", "pixels": [1080, 1920], "points": [432, 768],
      "ppi": 400, "cornerRadius": 0, "cutout": "none", "safeArea": {"top": 0, "bottom": 0},
      "gamut": "sRGB", "year": 2024, "confidence": "high",
      "lockScreen": {"clockTop": 40, "clockBottom": 60, "widgetTop": 70, "widgetBottom": 90,
        "bottomControlsTop": 690},
      "lockScreenConfidence": "measured",
      "suggested": {"topNoWidgets": 96, "topWithWidgets": 96, "bottom": 672}}]
    """
}
