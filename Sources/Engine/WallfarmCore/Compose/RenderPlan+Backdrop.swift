import Designs
import WallfarmPluginKit

/// The layers between the background and the layouts.
extension RenderPlan {
  /// Returns the theme's images with their layers, which are drawn directly above the background.
  ///
  /// - Throws: errors of the layout `picture`, at the position of the image.
  func placedImages(
    _ ports: PluginPorts
  ) throws(RenderError) -> [(layers: [Layer], image: PlannedImage)] {
    var placed: [(layers: [Layer], image: PlannedImage)] = []
    var count = 0
    for image in images {
      do throws(RenderError) {
        let context = ComposeContext(self, of: image.plugin, ports)
        let layers = try image.instance.arrange(in: context).layers
        let named = layers.enumerated().map { index, layer in
          Layer("image.\(count + index + 1)", opacity: layer.opacity, layer.content)
        }
        count += layers.count
        placed.append((named, image))
      } catch {
        throw error.at(image.origin)
      }
    }
    return placed
  }

  /// Returns the layers of the theme's images and of the layouts that are part of the background.
  ///
  /// - Throws: errors of the layouts.
  func backdropLayers(_ ports: PluginPorts) throws(RenderError) -> [Layer] {
    let arranger = PartArranger(plan: self, ports: ports)
    var layers = try placedImages(ports).flatMap(\.layers)
    for (index, part) in parts.enumerated() where containsBackdrop(part) {
      let arranged = try arranger.arrange(part, in: area.frame, of: index)
      layers += arranged.filter { $0.layout.instance.isBackdrop }.flatMap(\.arrangement.layers)
    }
    return layers
  }

  /// Whether a part is a layout of the background, or a stack that contains one.
  private func containsBackdrop(_ part: PlannedPart) -> Bool {
    guard case .stack(_, _, let parts) = part.content else { return isBackdrop(part) }
    return parts.contains(where: containsBackdrop)
  }
}
