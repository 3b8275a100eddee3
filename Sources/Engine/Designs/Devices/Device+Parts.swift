package import WallfarmPluginKit

extension Device {
  /// Creates a device in its natural orientation and derives its lock screen rows and content range
  /// from its areas.
  init(
    id: String, name: String, aliases: [String] = [], maker: String, kind: DeviceKind,
    state: String? = nil, family: String = "", pixels: PixelSize, points: Size, ppi: Int,
    diagonal: Double? = nil, cornerRadius: Double = 0, cutouts: [Cutout] = [],
    safeAreas: [ScreenOrientation: Insets] = [:], gamut: String, released: String = "",
    areas: ScreenAreas, evidence: DeviceEvidence, note: String? = nil, isOwn: Bool = false
  ) {
    (self.id, self.name, self.aliases, self.maker) = (id, name, aliases, maker)
    (self.kind, self.state, self.family) = (kind, state, family)
    (self.pixels, self.points, self.ppi, self.diagonal) = (pixels, points, ppi, diagonal)
    (self.cornerRadius, self.cutouts, self.safeAreas) = (cornerRadius, cutouts, safeAreas)
    (self.gamut, self.released, self.note) = (gamut, released, note)
    (self.areas, self.evidence, self.isOwn) = (areas, evidence, isOwn)
    orientation = pixels.width > pixels.height ? .landscape : .portrait
    safeArea = safeAreas[orientation] ?? Insets()
    let rows = ScreenRows(
      areas, orientation, size: points, insets: safeArea, kind: kind,
      pointsPerInch: Double(ppi) * points.width / Double(pixels.width))
    (lockScreen, suggested) = (rows.lockScreen, rows.bounds)
  }

  /// Creates a screen that has a known content range but no device file, such as a film frame.
  package init(
    id: String, name: String, pixels: PixelSize, points: Size, ppi: Int, lockScreen: LockScreen,
    suggested: ContentBounds
  ) {
    var evidence = DeviceEvidence()
    evidence.areas["lock"] = Evidence(.measured)
    self.init(
      id: id, name: name, maker: "", kind: .phone, pixels: pixels, points: points, ppi: ppi,
      gamut: "sRGB", areas: ScreenAreas(), evidence: evidence)
    (self.lockScreen, self.suggested) = (lockScreen, suggested)
  }
}
