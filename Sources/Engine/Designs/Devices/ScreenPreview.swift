internal import Files
public import WallfarmPluginKit

/// The size of a preview, as a fraction of the screen's width and height in pixels.
///
/// A preview has the same layout as the full picture, because layouts are measured in points.
public struct ScreenPreview: Sendable, Hashable {
  /// The fraction.
  public let ratio: Double

  /// The accepted fractions.
  public static let ratios = 0.1...1.0

  /// Creates a size; `ratio` is one of ``ratios``.
  public init(ratio: Double) { self.ratio = ratio }

  /// Parses a number such as `0.33`.
  ///
  /// - Throws: `invalid-parameter`.
  public init(
    parsing text: String, origin: Origin = .option("preview")
  ) throws(RenderError) {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let ratio = Double(text),
      Self.ratios.contains(ratio)
    else {
      throw RenderError(
        .invalidParameter,
        "'\(text.shortened)' is not a valid preview size: expected a number from 0.1 to 1",
        origin: origin, hint: "write 0.5 for half of the screen's width and height")
    }
    self.init(ratio: ratio)
  }

  /// The text form that ``init(parsing:origin:)`` parses.
  public var text: String { ScreenSize.text(ratio) }
}

extension Device {
  /// Returns the device with fewer pixels and the same size in points.
  package func reduced(to preview: ScreenPreview?) -> Device {
    guard let preview else { return self }
    var device = self
    func side(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * preview.ratio).rounded())) }
    device.pixels = PixelSize(width: side(pixels.width), height: side(pixels.height))
    device.reduction = Double(device.pixels.width) / Double(pixels.width)
    return device
  }
}
