package import Designs
package import WallfarmPluginKit

/// The screens of films: the screens of devices, and a generic 9 : 16 screen.
package enum MotionScreen {
  /// The name of the vertical 9 : 16 screen for social feeds and stores.
  package static let tall = "9x16"

  /// The bundled devices and the 9 : 16 screen.
  package static let catalog: DeviceCatalog = {
    do {
      return DeviceCatalog(
        DeviceCatalog.shipped.devices
          + (try DeviceCatalog(json: Array(json.utf8), file: "film").devices))
    } catch {
      // The JSON is a constant below, and all film tests parse it.
      preconditionFailure("\(error)")
    }
  }()

  /// The catalog with a device added or replaced, such as a version with fewer pixels.
  static func catalog(with device: Device) -> DeviceCatalog {
    guard !catalog.devices.contains(device) else { return catalog }
    return DeviceCatalog(catalog.devices.filter { $0.id != device.id } + [device])
  }

  /// Returns a screen by name.
  ///
  /// - Throws: `unknown-device`.
  package static func named(
    _ id: String, origin: Origin = .option("device")
  ) throws(RenderError) -> Device {
    try catalog.device(id, origin: origin)
  }

  // The insets avoid the name and the buttons that social feeds overlay at the top and bottom.
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
