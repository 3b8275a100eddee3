internal import Designs
import WallfarmCore
public import WallfarmPluginKit

/// Themes on devices, rendered: what a sheet and a page are made of.
public struct Gallery: Sendable {
  let request: GalleryRequest
  /// The theme of each look.
  let themes: [Shelf.ThemeItem]
  /// Name of the template.
  let template: String
  /// Look by look, each with all devices.
  let tiles: [GalleryTile]

  /// How many tiles there are.
  public var count: Int { tiles.count }

  /// What went wrong, with the tile it is missing from: `paper on iphone15`.
  public var failures: [(tile: String, error: RenderError)] {
    tiles.compactMap { tile in
      guard case .failure(let error) = tile.result else { return nil }
      return ("\(title(of: tile)) on \(tile.device.id)", error)
    }
  }

  /// Lines that have less contrast than their theme asks for.
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

  /// `paper`, or `paper, dark`.
  func title(ofLook index: Int) -> String {
    themes[index].name + (request.looks[index].variant.map { ", \($0.rawValue)" } ?? "")
  }

  /// The tiles of one look.
  func tiles(ofLook index: Int) -> ArraySlice<GalleryTile> {
    let count = request.devices.count
    return tiles[index * count..<(index + 1) * count]
  }
}
