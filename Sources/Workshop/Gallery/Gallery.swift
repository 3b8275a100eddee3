internal import Designs
import WallfarmCore
public import WallfarmPluginKit

/// Rendered themes on devices, for a contact sheet or a page.
public struct Gallery: Sendable {
  let request: GalleryRequest
  /// The theme of each look.
  let themes: [DesignLibrary.ThemeItem]
  /// The name of the template.
  let template: String
  /// The tiles in order of looks, each with all devices.
  let tiles: [GalleryTile]

  /// The number of tiles.
  public var count: Int { tiles.count }

  /// The errors with the names of their tiles, such as `paper on iphone15`.
  public var failures: [(tile: String, error: RenderError)] {
    tiles.compactMap { tile in
      guard case .failure(let error) = tile.result else { return nil }
      return ("\(title(of: tile)) on \(tile.device.id)", error)
    }
  }

  /// The warnings about lines with less contrast than their theme requires.
  public var warnings: [(tile: String, warning: RenderWarning)] {
    tiles.flatMap { tile -> [(tile: String, warning: RenderWarning)] in
      guard case .success(let shown) = tile.result else { return [] }
      return shown.warnings.map { ("\(title(of: tile)) on \(tile.device.id)", $0) }
    }
  }

  private func title(of tile: GalleryTile) -> String {
    let index = request.looks.firstIndex(of: tile.look) ?? 0
    return title(ofLook: index)
  }

  /// The title of a look: `paper`, or `paper, dark`.
  func title(ofLook index: Int) -> String {
    themes[index].name + (request.looks[index].variant.map { ", \($0.rawValue)" } ?? "")
  }

  /// The tiles of a look.
  func tiles(ofLook index: Int) -> ArraySlice<GalleryTile> {
    let count = request.devices.count
    return tiles[index * count..<(index + 1) * count]
  }
}
