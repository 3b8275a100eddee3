import Graphics
import WallfarmPluginKit

/// Asks the plugins of a plan for their layers.
struct Composer {
  let measurer: any TextMeasurer
  let photos: PhotoStore

  /// The layers of a plan; `begin` gets those of the background while the others are still to come.
  func compose(
    _ plan: RenderPlan, begin: ([Layer]) throws(RenderError) -> Void = { _ in }
  ) throws(RenderError) -> Composition {
    let context = ComposeContext(plan, measurer: measurer)
    let background = try plan.background?.layers(in: context) ?? []
    try begin(background)
    var composition = Composition(
      scene: Scene(size: plan.device.points, background: background, foreground: []), notes: [],
      warnings: plan.warnings)
    for layout in plan.layouts {
      let arrangement = try layout.arrange(in: context)
      composition.scene.foreground += arrangement.layers
      composition.fontSize = composition.fontSize ?? arrangement.fontSize
      composition.notes += arrangement.notes
      composition.warnings += arrangement.warnings
    }
    try SceneCheck(size: plan.device.points).check(composition.scene)
    composition.warnings += try photoWarnings(composition.scene, plan.device)
    if plan.request.showsAreas {
      composition.overlay = AreaOverlay(plan: plan, notes: composition.notes).layers
    }
    if !plan.notes.isEmpty, composition.notes.isEmpty, !composition.showsText {
      composition.warnings.append(.notesUnused(plan.template))
    }
    return composition
  }

  /// A warning for each photo that is too small.
  private func photoWarnings(
    _ scene: Scene, _ device: Device
  ) throws(RenderError) -> [RenderWarning] {
    var warnings: [RenderWarning] = []
    for image in scene.images {
      let size = try photos.size(of: image.file)
      let needed = ImagePlacement.neededPixels(for: image, picture: size, scale: device.scale)
      if needed.width > size.width || needed.height > size.height {
        warnings.append(.photoSmall(size, screen: device.pixels))
      }
    }
    return warnings
  }
}

extension ComposeContext {
  /// What the plugins of a plan are told.
  init(_ plan: RenderPlan, measurer: any TextMeasurer) {
    self.init(
      canvas: plan.device.points, freeArea: plan.area.frame, obstacles: plan.area.obstacles,
      typeScale: plan.device.typeScale, isTablet: plan.device.isTablet, notes: plan.notes,
      overflow: plan.request.overflow, direction: plan.request.direction,
      language: plan.request.language, measurer: measurer, codes: QRCodes())
  }
}

extension Composition {
  /// Whether any layout drew text: a banner shows notes without placing them one by one.
  fileprivate var showsText: Bool { scene.foreground.contains { !$0.texts.isEmpty } }
}

extension RenderWarning {
  fileprivate static func notesUnused(_ template: String) -> RenderWarning {
    RenderWarning(
      .notesUnused, "the template '\(template)' shows no notes; those given are not in the picture",
      hint: "use --template lock, or leave the notes out")
  }
}

extension Scene {
  /// Every picture, in paint order, those in groups included.
  var images: [ImageContent] { (background + foreground).flatMap(\.images) }
}

extension Layer {
  /// Every picture in the layer.
  var images: [ImageContent] {
    switch content {
    case .image(let image): [image]
    case .group(let group): group.layers.flatMap(\.images)
    case .fill, .shape, .text: []
    }
  }
}

extension RenderWarning {
  fileprivate static func photoSmall(_ photo: PixelSize, screen: PixelSize) -> RenderWarning {
    let blurred = min(photo.width, photo.height) < 500
    return RenderWarning(
      .photoSmall,
      "the photo has \(photo) pixels and the screen \(screen); it was enlarged"
        + (blurred ? " and will look blurred" : ""),
      hint: "use a larger photo, or less zoom")
  }
}
