internal import WallfarmPluginKit

/// The services that plugins reach through their context.
struct PluginPorts {
  let measurer: any TextMeasurer
  let maps: any MapMaker
  /// The sizes of the photos in the content.
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
    for file in plan.photos.content { sizes[file] = try photos.size(of: file) }
    photoSizes = sizes
  }
}
