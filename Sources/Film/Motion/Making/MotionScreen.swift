package import Designs
import Files
import Graphics
package import WallfarmPluginKit

/// The screens of films: the screens of devices, and a generic 9 : 16 screen.
package enum MotionScreen {
  /// The name of the vertical 9 : 16 screen for social feeds and stores.
  package static let tall = "9x16"

  /// The known devices and the 9 : 16 screen.
  package static let catalog = DeviceCatalog.known.adding(film)

  /// Returns the catalog with a device added or replaced, such as a version of a device with fewer
  /// pixels.
  static func catalog(with device: Device) -> DeviceCatalog {
    guard (try? catalog.device(device.id)) != device else { return catalog }
    return catalog.adding(device)
  }

  /// Returns a screen by name.
  ///
  /// - Throws: `unknown-device`, and `invalid-value` for a device that is not part of the
  ///   installation, because the processes that draw films do not support it.
  package static func named(
    _ id: String, origin: Origin = .option("device")
  ) throws(RenderError) -> Device {
    let device = try catalog.device(id, origin: origin)
    guard !device.isOwn else { throw .ownDevice(device, origin: origin) }
    return device
  }

  // The insets keep content away from the name and the buttons that social feeds show over the top
  // and bottom of a film.
  private static let film = Device(
    id: tall, name: "Film, 9 : 16", pixels: PixelSize(width: 1080, height: 1920),
    points: Size(width: 432, height: 768), ppi: 400,
    lockScreen: Device.LockScreen(
      clockTop: 40, clockBottom: 60, widgetTop: 70, widgetBottom: 90, controlsTop: 690),
    suggested: Device.ContentBounds(topWithoutWidgets: 96, topWithWidgets: 96, bottom: 672))
}

extension RenderError {
  fileprivate static func ownDevice(_ device: Device, origin: Origin) -> RenderError {
    .invalidValue(
      "the device of a film", expected: "an installed device, or a size", got: "'\(device.id)'",
      origin: origin,
      hint: "write its size, such as \(device.pixels.width)x\(device.pixels.height)")
  }
}
