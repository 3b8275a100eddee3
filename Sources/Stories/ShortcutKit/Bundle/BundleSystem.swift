import Designs
import Files
import WallfarmCore
package import WallfarmPluginKit

extension BundleMaker {
  /// Returns the operating system of a device.
  ///
  /// - Throws: `invalid-value` for a computer or television, or `conflicting-options` for a picture
  ///   that is wider than the screen, because lock screens do not scroll.
  func system(
    of device: Device, _ request: RenderRequest
  ) throws(RenderError) -> DeviceSystem {
    guard let system = device.system else { throw .notForBundles(device) }
    guard request.scroll == nil else { throw .lockScreenDoesNotScroll() }
    return system
  }

  /// Rejects options that do not apply to Android, such as options for shortcuts.
  ///
  /// - Parameter options: The names of the options, and whether each was given.
  /// - Throws: `conflicting-options`.
  package static func rejectOnAndroid(
    _ options: KeyValuePairs<String, Bool>
  ) throws(RenderError) {
    guard let option = options.first(where: \.value)?.key else { return }
    throw RenderError(
      .conflictingOptions, "--\(option) applies only to iPhones and iPads", origin: .option(option),
      hint: "remove it for this device")
  }
}

extension RenderError {
  fileprivate static func notForBundles(_ device: Device) -> RenderError {
    .invalidValue(
      "the device of a bundle", expected: "a phone or tablet", got: "'\(device.id)'",
      origin: .option("device"), hint: "render the pictures with 'wallfarm render'")
  }

  fileprivate static func lockScreenDoesNotScroll() -> RenderError {
    RenderError(
      .conflictingOptions, "a lock screen does not scroll", origin: .option("scroll"),
      hint: "remove it, or render the home screen picture with 'wallfarm render'")
  }
}
