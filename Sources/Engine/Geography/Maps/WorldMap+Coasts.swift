internal import Files
internal import Synchronization
internal import WallfarmPluginKit

extension WorldMap {
  /// The parsed coastline files by path, shared by all renderers in the process.
  private static let opened = Mutex<[String: Coasts]>([:])
  /// The parsed files of detailed coastlines by path; nil for a missing file.
  private static let openedFiner = Mutex<[String: FinerCoasts?]>([:])

  /// The scale in km per point below which the corners of Natural Earth's coastlines become
  /// visible.
  private static let finerScale = 1.0

  /// Returns the rings of land and lakes at the level of detail that a map needs.
  ///
  /// - Throws: `maps-missing`.
  func rings(on map: MapProjection) throws(RenderError) -> Coasts.Rings {
    let scale = GeoPoint.earthRadius / map.scale
    if scale < WorldMap.finerScale, let finer = try finer() { return try rings(of: finer, on: map) }
    // Select the coarsest level whose error is at most a third of a point.
    return try rings(of: scale >= 30 ? .coarse : scale >= 3 ? .middle : .fine)
  }

  /// Returns the rings of land and lakes at a given level of detail.
  ///
  /// - Throws: `maps-missing`.
  func rings(of detail: CoastFile.Detail) throws(RenderError) -> Coasts.Rings {
    guard let rings = try coasts().rings(detail) else {
      throw .mapsMissing("'\(file)' is damaged", file)
    }
    return rings
  }

  /// Returns the detailed rings, and simplifies them further if the map has too many corners, as a
  /// map of an archipelago can.
  private func rings(
    of finer: FinerCoasts, on map: MapProjection
  ) throws(RenderError) -> Coasts.Rings {
    // In the first iteration, coastlines deviate by less than half a pixel, and only islands
    // smaller than a pixel are omitted; each further iteration increases both limits by half.
    var share = 1.0
    while true {
      guard
        let rings = finer.rings(
          around: map.center, within: map.farthest, from: 0.4 * share / map.scale,
          tolerance: 0.15 * share / map.scale)
      else { throw .finerMapsDamaged("'\(finerFile)' is damaged", finerFile) }
      if rings.corners < WorldMap.mostCorners { return rings }
      share *= 1.5
    }
  }

  /// Maximum number of corners: two thirds of the limit for an outline.
  private static let mostCorners = 65_000

  private func coasts() throws(RenderError) -> Coasts {
    if let coasts = WorldMap.opened.withLock({ $0[file] }) { return coasts }
    let bytes: [UInt8]
    do { bytes = try Files.read(file, limit: 64 << 20) } catch {
      throw .mapsMissing(error.message, file)
    }
    guard let file = CoastFile(bytes) else {
      throw .mapsMissing("'\(self.file)' is not a valid coastline file", self.file)
    }
    let coasts = Coasts(file)
    WorldMap.opened.withLock { $0[self.file] = coasts }
    return coasts
  }

  private func finer() throws(RenderError) -> FinerCoasts? {
    if let known = WorldMap.openedFiner.withLock({ $0[finerFile] }) { return known }
    let finer = Files.exists(finerFile) ? try readFiner() : nil
    WorldMap.openedFiner.withLock { $0[finerFile] = .some(finer) }
    return finer
  }

  private func readFiner() throws(RenderError) -> FinerCoasts {
    let bytes: [UInt8]
    do { bytes = try Files.read(finerFile, limit: 64 << 20) } catch {
      throw .finerMapsDamaged(error.message, finerFile)
    }
    guard let finer = FinerCoasts(bytes) else {
      throw .finerMapsDamaged(
        "'\(finerFile)' is not a valid file of detailed coastlines", finerFile)
    }
    return finer
  }
}

extension RenderError {
  /// The error for a damaged file of detailed coastlines.
  fileprivate static func finerMapsDamaged(_ reason: String, _ file: String) -> RenderError {
    RenderError(
      .mapsMissing, reason, origin: .file(file),
      hint:
        "run 'scripts/coast-data --finer' to create the file again; without it, maps use the "
        + "installed coastlines"
    )
  }
}
