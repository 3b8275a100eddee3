internal import Files
public import WallfarmPluginKit

/// A picture that is wider than the screen, which the launcher moves when the user switches pages.
///
/// The model matches the Android launcher (`WallpaperOffsetInterpolator` in AOSP Launcher3): the
/// first page shows one end of the picture, and each further page moves it by the same distance.
/// The picture reaches its other end on the last page, but not before the fourth page.
public struct ScreenScroll: Sendable, Hashable {
  /// The width of the picture as a multiple of the screen width.
  public let ratio: Double
  /// The number of home screen pages.
  public let pages: Int

  /// The accepted widths, as multiples of the screen width.
  public static let ratios = 1.1...3.0
  /// The accepted numbers of pages.
  public static let pageCounts = 1...20
  /// The default number of pages.
  public static let standardPages = 2
  /// The minimum number of pages over which the launcher distributes the movement
  /// (`MIN_PARALLAX_PAGE_SPAN`).
  static let leastSpan = 4
  /// The minimum width of the part of the picture that is visible on every page, as a fraction of
  /// the screen width.
  static let leastVisible = 0.4

  /// Creates a scrolling picture from its relative width and the number of pages.
  public init(ratio: Double, pages: Int = Self.standardPages) {
    (self.ratio, self.pages) = (ratio, pages)
  }

  /// The distance that the picture moves over all pages, as a fraction of its maximum movement.
  private var span: Double { Double(pages - 1) / Double(max(pages, Self.leastSpan) - 1) }

  /// The distance that a picture moves between the first and the last page, for the given picture
  /// and screen widths.
  func travel(picture: Double, screen: Double) -> Double { (picture - screen) * span }

  /// The largest ratio, rounded down to one decimal place, that leaves enough of the picture
  /// visible on every page.
  var largestRatio: Double {
    let most = span > 0 ? 1 + (1 - Self.leastVisible) / span : Self.ratios.upperBound
    return min((most * 10).rounded(.down) / 10, Self.ratios.upperBound)
  }
}

extension ScreenScroll {
  /// Parses a string such as `2` or `1.5,pages=4`.
  ///
  /// - Throws: `invalid-parameter`.
  public init(
    parsing text: String, origin: Origin = .option("scroll")
  ) throws(RenderError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.filter { !$0.isWhitespace } }
    let key = "pages="
    guard (1...2).contains(parts.count), let ratio = Double(parts[0]), Self.ratios.contains(ratio),
      parts.dropFirst().allSatisfy({ $0.lowercased().hasPrefix(key) }),
      let pages = parts.count == 1 ? Self.standardPages : Int(parts[1].dropFirst(key.count)),
      Self.pageCounts.contains(pages)
    else { throw .wrongScroll(text, origin: origin) }
    self.init(ratio: ratio, pages: pages)
    guard 1 - travel(picture: ratio, screen: 1) >= Self.leastVisible - 0.001 else {
      throw .nothingVisible(self, text, origin: origin)
    }
  }

  /// The text form that ``init(parsing:origin:)`` parses.
  public var text: String {
    ScreenSize.text(ratio) + (pages == Self.standardPages ? "" : ",pages=\(pages)")
  }
}

extension Device {
  /// Returns the device with a wallpaper that is wider than its screen.
  ///
  /// - Throws: `invalid-parameter` for a device whose wallpaper does not move, or for a picture
  ///   that is too wide.
  package func scrolled(
    by scroll: ScreenScroll?, origin: Origin = .option("scroll")
  ) throws(RenderError) -> Device {
    guard let scroll else { return self }
    guard system == .android else { throw .doesNotScroll(self, origin) }
    let width = (Double(pixels.width) * scroll.ratio).rounded()
    guard width <= Double(ScreenSize.longest.side) else {
      throw .tooWide(Int(width), on: self, origin)
    }
    var device = self
    device.screenPoints = points
    device.pixels.width = Int(width)
    device.points.width = width / scale.x
    return device
  }

  /// The size of the screen in points; ``points`` is the size of the wallpaper, which can be wider.
  public var screen: Size { screenPoints ?? points }
}

extension FreeArea {
  /// The part of the area that is visible on every home screen page if the picture is wider than
  /// the screen.
  ///
  /// - Parameters:
  ///   - scroll: the width of the picture and the number of pages; nil if the picture does not
  ///     scroll.
  ///   - device: the device with the wide picture.
  ///   - startsOnRight: whether the first page shows the right end, as in a system whose language
  ///     is written from right to left.
  /// - Returns: the area and the obstacles, in the coordinates of the picture.
  package func scrolled(
    by scroll: ScreenScroll?, on device: Device, startsOnRight: Bool
  ) -> FreeArea {
    guard let scroll else { return self }
    let travel = scroll.travel(picture: device.points.width, screen: device.screen.width)
    let left = startsOnRight ? device.points.width - device.screen.width : 0
    let visible = Rect(
      x: left + (startsOnRight ? 0 : travel), y: 0, width: device.screen.width - travel,
      height: device.points.height)
    return FreeArea(
      frame: frame.offset(x: left, y: 0).intersection(visible),
      obstacles: obstacles.map { Obstacle($0.kind, frame: $0.frame.offset(x: left, y: 0)) },
      warnings: warnings, clock: clock)
  }
}

extension RenderError {
  fileprivate static func wrongScroll(_ text: String, origin: Origin) -> RenderError {
    RenderError(
      .invalidParameter,
      "'\(text.shortened)' is not a valid width for a scrolling picture: expected 1.1 to 3 "
        + "screens, and optionally 1 to 20 pages",
      origin: origin, hint: "write a value such as 2 or 1.5,pages=4")
  }

  fileprivate static func nothingVisible(
    _ scroll: ScreenScroll, _ text: String, origin: Origin
  ) -> RenderError {
    let most = ScreenSize.text(scroll.largestRatio)
    return RenderError(
      .invalidParameter,
      "with '\(text)', the area that is visible on all \(scroll.pages) pages is less than 40% of "
        + "the screen",
      origin: origin, hint: "write \(most),pages=\(scroll.pages), or a smaller width")
  }

  fileprivate static func doesNotScroll(_ device: Device, _ origin: Origin) -> RenderError {
    RenderError(
      .invalidParameter, "the wallpaper does not scroll on \(device.name)", origin: origin,
      hint: "omit 'scroll' for this device; it applies only to Android phones and tablets"
    ).remedied(.remove())
  }

  fileprivate static func tooWide(
    _ width: Int, on device: Device, _ origin: Origin
  ) -> RenderError {
    let most = ScreenSize.longest.side
    let ratio = (Double(most) / Double(device.pixels.width) * 10).rounded(.down) / 10
    return RenderError(
      .invalidParameter, "a picture cannot be \(width) pixels wide: expected at most \(most)",
      origin: origin, hint: "write at most \(ScreenSize.text(ratio)) for this device")
  }
}
