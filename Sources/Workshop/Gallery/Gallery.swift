internal import Designs
import WallfarmCore
public import WallfarmPluginKit

/// Pictures of themes on devices, for a contact sheet or a page.
public struct Gallery: Sendable {
  let request: GalleryRequest
  /// The theme of each look.
  let themes: [DesignLibrary.ThemeItem]
  /// The name of the template.
  let template: String
  /// The tiles, grouped by look; each group has one tile for each device.
  let tiles: [GalleryTile]

  /// The number of tiles.
  public var count: Int { tiles.count }

  /// The errors, each with the name of its tile, such as `paper on iphone15`.
  public var failures: [(tile: String, error: RenderError)] {
    tiles.compactMap { tile in
      tile.failure.map { (name(of: tile), $0) }
    }
  }

  /// The warnings, each with the name of its tile.
  public var warnings: [(tile: String, warning: RenderWarning)] {
    tiles.flatMap { tile -> [(tile: String, warning: RenderWarning)] in
      guard case .success(let shown) = tile.result else { return [] }
      return shown.warnings.map { (name(of: tile), $0) }
    }
  }

  /// The name of a tile, such as `paper, dark on iphone15`.
  func name(of tile: GalleryTile) -> String {
    let index = request.looks.firstIndex(of: tile.look) ?? 0
    return "\(title(ofLook: index)) on \(tile.device.id)"
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
