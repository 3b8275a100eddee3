import Designs
import WallfarmPluginKit

/// The canvas on which the things in a shot are laid out.
struct Stage: Sendable {
  let size: Size
  let scale: Scale
  /// The BCP 47 language code of the texts.
  let language: String?

  init(_ device: Device, language: String?) {
    size = device.points
    scale = device.scale
    self.language = language
  }

  /// The reference width: the width of the canvas or, if the canvas is wide, the width of a 9 : 16
  /// phone with the same height.
  var width: Double { min(size.width, size.height * 9 / 16) }

  /// Points per unit; the reference width is 430 units.
  var unit: Double { width / 430 }
}
