import WallfarmPluginKit

/// Detects screenshots: PNG files that have the size of a known screen and no camera name.
enum ScreenSizes {
  /// Whether a picture is a PNG file with a known screen size, in portrait or landscape, and no
  /// camera name.
  static func fit(_ header: PhotoHeader) -> Bool {
    guard header.format == .png, header.make == nil, header.model == nil, let pixels = header.pixels
    else { return false }
    let short = min(pixels.width, pixels.height)
    let long = max(pixels.width, pixels.height)
    // The aspect ratios of phones range from 1.77 (16:9) to 2.4.
    let ratio = Double(long) / Double(max(1, short))
    if phones.contains(short), (1.77...2.4).contains(ratio) { return true }
    return others.contains { $0 == (short, long) }
  }

  /// Widths of phone screens in pixels: Apple's widths and the common widths of Android phones.
  private static let phones: Set<Int> = [
    640, 720, 750, 828, 1008, 1080, 1125, 1170, 1179, 1206, 1242, 1260, 1280, 1284, 1290, 1320,
    1344, 1440,
  ]

  /// Screen sizes of tablets and computers in pixels, short side first.
  private static let others: [(Int, Int)] = [
    (640, 960), (768, 1024), (1488, 2266), (1536, 2048), (1620, 2160), (1640, 2360), (1668, 2224),
    (1668, 2388), (1668, 2420), (2048, 2732), (2064, 2752), (768, 1366), (800, 1280), (900, 1440),
    (900, 1600), (1050, 1680), (1200, 1920), (1600, 2560), (1800, 2880), (1964, 3024),
    (2234, 3456), (2160, 3840),
  ]
}
