import Graphics
import WallfarmPluginKit

extension Device {
  /// The same screen with fewer pixels: what is laid out on it stands where it stands on the real one.
  ///
  /// - Parameter width: in pixels; one that it has not more of is kept.
  /// - Returns: the screen, with even sides, as films want them.
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
