internal import WallfarmPluginKit

/// What plugins reach through their context.
struct PluginPorts {
  let measurer: any TextMeasurer
  let maps: any MapMaker
  /// Of the photos in the content.
  let photoSizes: [String: PixelSize]

  /// For what is only tried: no photo was opened.
  init(measurer: any TextMeasurer, maps: any MapMaker) {
    (self.measurer, self.maps, photoSizes) = (measurer, maps, [:])
  }

  /// For a plan whose photos were opened.
  init(
    _ measurer: any TextMeasurer, maps: any MapMaker, _ plan: RenderPlan, photos: PhotoStore
  ) throws(RenderError) {
    (self.measurer, self.maps) = (measurer, maps)
    var sizes: [String: PixelSize] = [:]
    for file in plan.photos.content { sizes[file] = try photos.size(of: file) }
    photoSizes = sizes
  }
}
