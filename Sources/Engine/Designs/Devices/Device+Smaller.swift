import Graphics
import WallfarmPluginKit

extension Device {
  /// Returns the same device with fewer pixels; its layout in points is unchanged.
  ///
  /// - Parameter width: The width in pixels; if the device is not wider, it keeps its size.
  /// - Returns: A device whose new width and height are even, as video encoders require.
  package func smaller(toWidth width: Int) -> Device {
    guard width < pixels.width else { return self }
    func even(_ length: Double) -> Int { max(2, Int((length / 2).rounded()) * 2) }
    var device = self
    device.pixels = PixelSize(
      width: even(Double(width)),
      height: even(Double(width) * Double(pixels.height) / Double(pixels.width)))
    return device
  }
}
