import Designs
import WallfarmPluginKit

/// The canvas that things stand on.
struct Stage: Sendable {
  let size: Size
  let scale: Scale
  /// BCP 47, of the words that are shown.
  let language: String?

  init(_ device: Device, language: String?) {
    size = device.points
    scale = device.scale
    self.language = language
  }

  /// As wide as a phone would be: of a wide canvas what a phone of its height has.
  var width: Double { min(size.width, size.height * 9 / 16) }

  /// Points for one of a screen that is 430 wide.
  var unit: Double { width / 430 }
}
