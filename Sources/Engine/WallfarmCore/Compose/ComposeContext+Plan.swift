import Designs
import Graphics
import Languages
import WallfarmPluginKit

extension ComposeContext {
  /// Returns the bounds of a plan's screen, in points.
  static func bounds(of plan: RenderPlan) -> Rect {
    Rect(origin: Point(x: 0, y: 0), size: plan.device.points)
  }

  /// Creates a context for a plugin; `area` is the plugin's part of the free area, or `nil` for the
  /// whole free area.
  init(
    _ plan: RenderPlan, of plugin: PluginDescription, area: Rect? = nil,
    _ ports: PluginPorts, filmTime: Double? = nil, _ log: PluginLines? = nil
  ) {
    self.init(
      canvas: plan.device.points, freeArea: area ?? plan.area.frame, obstacles: plan.area.obstacles,
      typeScale: plan.device.typeScale, isTablet: plan.device.isTablet,
      isOnPhoto: !plan.photos.background.isEmpty,
      content: plan.content.shown(by: plugin.content),
      now: plugin.timePrecision(showing: plan.content).flatMap { plan.now?.cut(to: $0) },
      filmTime: filmTime,
      words: ICUWords(plan.request.language),
      overflow: plan.request.overflow, direction: plan.direction(for: plugin.kind),
      language: plan.request.language, measurer: ports.measurer, codes: QRCodes(), maps: ports.maps,
      photoSizes: ports.photoSizes,
      screen: Screen(size: plan.device.pixels, scale: plan.device.scale), log: log)
  }
}

/// The services that plugins can use through their context.
struct PluginPorts {
  let measurer: any TextMeasurer
  let maps: any MapMaker
  /// The sizes of the photos in the content, the theme and the parameters of layouts.
  let photoSizes: [String: PixelSize]

  /// Creates ports for a trial without opened photos.
  init(measurer: any TextMeasurer, maps: any MapMaker) {
    (self.measurer, self.maps, photoSizes) = (measurer, maps, [:])
  }

  /// Creates ports for a plan whose photos are open.
  init(
    _ measurer: any TextMeasurer, maps: any MapMaker, _ plan: RenderPlan, photos: PhotoStore
  ) throws(RenderError) {
    (self.measurer, self.maps) = (measurer, maps)
    var sizes: [String: PixelSize] = [:]
    for file in plan.photos.content + plan.photos.images + plan.photos.layouts {
      sizes[file] = try photos.size(of: file)
    }
    photoSizes = sizes
  }
}

// Only plugins with `movesInFilms` receive the film time, so that other plugins cannot depend on
// it.

extension PlannedPlugin<any Background> {
  func filmTime(of request: RenderRequest) -> Double? {
    instance.movesInFilms ? request.filmTime : nil
  }
}

extension PlannedPlugin<any Layout> {
  func filmTime(of request: RenderRequest) -> Double? {
    instance.movesInFilms ? request.filmTime : nil
  }
}

/// The parts of a picture that change during a film.
package enum PictureMotion: Sendable, Hashable {
  case none
  /// Only the background.
  case background
  /// At least one layout changes, so the entire picture must be composed again for each frame.
  case layouts
}

extension RenderPlan {
  /// The parts of the picture that change during a film.
  package var motion: PictureMotion {
    if layouts.contains(where: \.instance.movesInFilms) { return .layouts }
    return background?.instance.movesInFilms == true ? .background : .none
  }
}
