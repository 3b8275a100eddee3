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

  /// Text stays within this: corners and the lines of a home button are not for reading.
  var textArea: Rect {
    Rect(origin: Point(x: 0, y: 0), size: size)
      .inset(by: Insets(horizontal: 0.04 * width, vertical: 0.03 * size.height))
  }
}
