public import Designs
import Graphics
import RenderPool
internal import WallfarmCore
public import WallfarmPluginKit

/// Renders the tiles of a gallery in parallel; each worker has its own fonts.
public struct GalleryMaker: Sendable {
  private let installation: Installation
  private let plugins: PluginRegistry
  private let workers: Int
  private let makesSheet: Bool

  /// The height of a tile in pixels, at which an iPhone tile is about as wide as pictures usually
  /// are on a page.
  static let height = 900

  /// A worker's cache sizes in bytes, enough for one photo and the backgrounds of a few screens.
  private static let memory = RenderMemory(photos: 96 << 20, backgrounds: 48 << 20, bands: 0)

  /// Creates a maker.
  ///
  /// - Parameters:
  ///   - installation: the source of templates and fonts.
  ///   - plugins: the available plugins.
  ///   - workers: the number of threads.
  ///   - makesSheet: whether the tiles are kept for a contact sheet; a page needs much less memory.
  public init(
    installation: Installation, plugins: PluginRegistry, workers: Int, makesSheet: Bool = true
  ) {
    (self.installation, self.plugins, self.workers) = (installation, plugins, workers)
    self.makesSheet = makesSheet
  }

  /// Renders all tiles; if a tile fails, the error becomes the tile's result.
  ///
  /// - Throws: `fonts-missing`, or an error in a named theme or template.
  public func gallery(of request: GalleryRequest) throws(RenderError) -> Gallery {
    let pairs = request.looks.flatMap { look in request.devices.map { (look, $0) } }
    let threads = RenderThreads(count: workers) { () throws(RenderError) in
      try Renderer(installation: installation, plugins: plugins, memory: Self.memory)
    }
    let tiles = try threads.map(pairs) { (pair, renderer) throws(RenderError) in
      let (look, device) = pair
      let result = Result { () throws(RenderError) in
        try GalleryTile.Shown(request.request(look, on: device), renderer, forSheet: makesSheet)
      }
      return GalleryTile(look, on: device, result)
    }
    return try Gallery(request, tiles, DesignLibrary(installation: installation))
  }
}

extension Gallery {
  /// Combines tiles with the descriptions of their themes.
  ///
  /// - Throws: an error in a theme or template.
  init(
    _ request: GalleryRequest, _ tiles: [GalleryTile], _ designs: DesignLibrary
  ) throws(RenderError) {
    let themes = try request.looks.map { (look) throws(RenderError) in
      try designs.theme(look.theme, of: request.base.template)
    }
    self.init(
      request: request, themes: themes, template: try designs.template(request.base.template).name,
      tiles: tiles)
  }
}

extension GalleryTile.Shown {
  /// Draws a picture, and reduces it to a thumbnail.
  init(
    _ request: RenderRequest, _ renderer: Renderer, forSheet: Bool
  ) throws(RenderError) {
    let drawn = try renderer.draw(request)
    let full = drawn.picture.surface.size
    let height = GalleryMaker.height
    let width = max(1, full.width * height / full.height)
    let small = try drawn.picture.surface.scaled(to: PixelSize(width: width, height: height))
    self.init(
      picture: try Thumbnail(small, forSheet: forSheet), fontSize: drawn.composition.fontSize,
      legibility: drawn.picture.report.legibility, warnings: drawn.warnings,
      obstacles: drawn.plan.area.obstacles)
  }
}
