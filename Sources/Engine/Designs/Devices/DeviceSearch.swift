package import WallfarmPluginKit

/// Finds devices by screen size, in pixels or in points as a browser reports them.
package struct DeviceSearch {
  /// The width and height, in ascending order.
  private let sides: [Double]
  /// Pixels per point; `nil` if the size has no scale and is therefore in pixels.
  private let scale: Double?

  /// The tolerance for a width or height in points, which browsers round.
  private static let tolerance = 1.0
  /// The relative tolerance for the scale.
  private static let scaleTolerance = 0.02

  /// Parses a size such as `1080x2400`, or `412x915@2.625` with points and pixels per point.
  ///
  /// - Throws: `invalid-parameter`.
  package init(
    parsing text: String, origin: Origin = .argument("size")
  ) throws(RenderError) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let sides = ScreenSize.sides(of: parts[0]).compactMap { Double($0) }
    let scale = parts.count == 2 ? Double(parts[1]) : nil
    guard parts.count <= 2, sides.count == 2, sides.allSatisfy({ $0 > 0 && $0.isFinite }),
      parts.count == 1 || scale.map({ $0 > 0 && $0.isFinite }) == true
    else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not a size", origin: origin,
        hint: "write pixels, such as 1080x2400, or points and a scale, such as 412x915@2.625")
    }
    (self.sides, self.scale) = (sides.sorted(), scale)
  }

  /// Returns the devices whose size matches.
  ///
  /// If the size to search for includes a scale, the scale must match too, and the size can be in
  /// points or in pixels.
  package func matches(in devices: [Device]) -> [Device] {
    devices.filter { device in
      guard let scale else {
        return isClose(Double(device.pixels.width), Double(device.pixels.height), within: 0.5)
      }
      guard
        Self.scales(of: device).contains(where: { abs($0 / scale - 1) <= Self.scaleTolerance })
      else { return false }
      return isClose(device.points.width, device.points.height, within: Self.tolerance)
        || isClose(Double(device.pixels.width), Double(device.pixels.height), within: 0.5)
    }
  }

  /// The scales that a browser can report for a device.
  ///
  /// Some iPhones render at a whole-number scale and then scale the result to the panel. Browsers
  /// report the whole-number scale.
  private static func scales(of device: Device) -> [Double] {
    let scale = device.scale.x
    return device.isIPhone ? [scale, scale.rounded()] : [scale]
  }

  private func isClose(_ width: Double, _ height: Double, within tolerance: Double) -> Bool {
    zip(sides, [width, height].sorted()).allSatisfy { abs($0 - $1) <= tolerance }
  }
}
