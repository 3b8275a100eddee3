internal import Designs
internal import Files
import Graphics
import WallfarmPluginKit

/// Collects layers from the plugins of a plan.
struct Composer {
  let measurer: any TextMeasurer
  let photos: PhotoStore
  let maps: any MapMaker

  /// Composes a plan; `begin` receives the background layers before the layouts are arranged.
  ///
  /// Layouts are placed in `area`, a part of the free area; `nil` means the whole free area.
  func compose(
    _ plan: RenderPlan, in area: Rect? = nil,
    begin: ([Layer]) throws(RenderError) -> Void = { _ in }
  ) throws(RenderError) -> Composition {
    let ports = try PluginPorts(measurer, maps: maps, plan, photos: photos)
    var said: [PluginLines] = []
    var background: [Layer] = []
    if let planned = plan.background {
      let log = PluginLines(of: planned.plugin)
      try planned.plugin.requireContent(plan.content)
      background = try planned.instance.layers(
        in: ComposeContext(
          plan, of: planned.plugin, ports, filmTime: planned.filmTime(of: plan.request), log))
      try open(background, of: planned.plugin)
      said.append(log)
    }
    let images = try plan.placedImages(ports)
    background += images.flatMap(\.layers)
    var composition = Composition(
      scene: Scene(size: plan.device.points, background: background, foreground: []), notes: [],
      warnings: plan.warnings)
    let arranged = try arrange(plan, in: area ?? plan.area.frame, ports) {
      (backdrops) throws(RenderError) in
      try begin(background + backdrops.flatMap(\.arrangement.layers))
    }
    for part in arranged {
      let (plugin, arrangement) = (part.layout.plugin, part.arrangement)
      try open(arrangement.layers, of: plugin)
      said.append(part.log)
      composition.add(
        arrangement, of: plugin.id, in: part.area, stack: part.stack,
        expires: expiry(of: arrangement, plugin, plan),
        isBackdrop: part.layout.instance.isBackdrop)
      composition.warnings += try textOutside(arrangement.layers, of: plugin, plan.device)
    }
    try SceneCheck(size: plan.device.points, pixels: plan.device.pixels).check(composition.scene)
    if plan.showsSky { composition.expires(at: plan.now?.next(.day)) }
    let places = DrawnPlaces(measurer: measurer, canvas: ComposeContext.bounds(of: plan))
    try OverlapCheck(places: places).check(arranged)
    composition.warnings += try photoWarnings(composition.scene, plan.device)
    composition.warnings += try ImagesBehindText(measurer: measurer).warnings(
      images.filter { !$0.image.instance.mayBeBehindText }.map { ($0.layers, $0.image.origin) }
        + arranged.filter(\.mustStayVisible).map { ($0.arrangement.layers, $0.origin) },
      below: arranged)
    if plan.request.showsAreas {
      composition.overlay = AreaOverlay(plan: plan, composition: composition).layers
    }
    // If no layout declares notes, the plan already contains the warning about unused notes.
    let mayShowNotes = plan.layouts.contains { $0.plugin.content.contains { $0.kind == .notes } }
    if mayShowNotes, plan.content.notes?.isEmpty == false, composition.notes.isEmpty,
      !composition.showsText
    {
      composition.warnings.append(.notesUnused(plan.template))
    }
    composition.said = said.map(\.said).filter { !$0.plugin.isBuiltIn }
    composition.warnings += composition.said.compactMap(RenderWarning.unfenced)
    return composition
  }

  /// Arranges the parts of a plan and returns them in the order of the template.
  ///
  /// Layouts of the background that are not in a stack are arranged first, in the whole free area,
  /// and passed to `begin`.
  private func arrange(
    _ plan: RenderPlan, in area: Rect, _ ports: PluginPorts,
    begin: ([PartArranger.Arranged]) throws(RenderError) -> Void
  ) throws(RenderError) -> [PartArranger.Arranged] {
    let arranger = PartArranger(plan: plan, ports: ports)
    var arranged = [[PartArranger.Arranged]](repeating: [], count: plan.parts.count)
    for (index, part) in plan.parts.enumerated() where plan.isBackdrop(part) {
      arranged[index] = try arranger.arrange(part, in: plan.area.frame, of: index)
    }
    try begin(arranged.flatMap(\.self))
    for (index, part) in plan.parts.enumerated() where !plan.isBackdrop(part) {
      arranged[index] = try arranger.arrange(part, in: area, of: index)
    }
    return arranged.flatMap(\.self)
  }

  /// Returns the time at which a layout's picture changes, or `nil` if it never changes.
  private func expiry(
    of arrangement: Arrangement, _ plugin: PluginDescription, _ plan: RenderPlan
  ) -> Moment? {
    guard let precision = plugin.timePrecision(showing: plan.content), let now = plan.now else {
      return nil
    }
    // Within one unit of its time precision, a layout always receives the same time and therefore
    // returns the same layers.
    let next = now.next(precision)
    return max(next, arrangement.expires ?? next)
  }

  /// Returns a warning for each text layer whose ink extends beyond the screen.
  ///
  /// A frame can be larger than its text, and a character can be wider than the frame. Therefore,
  /// every text layer is measured; most of the measurements are cached.
  private func textOutside(
    _ layers: [Layer], of plugin: PluginDescription, _ device: Device
  ) throws(RenderError) -> [RenderWarning] {
    // Allow one point for slanted or ornate glyphs, whose ink extends beyond their line.
    let screen = Rect(
      x: -1, y: -1, width: device.points.width + 2, height: device.points.height + 2)
    var warnings: [RenderWarning] = []
    for (layer, text, _) in layers.flatMap(\.texts) where warnings.count < 10 {
      let ink = try measurer.measure(text.block, width: text.frame.width).ink
      let drawn = Rect(
        x: text.frame.x + ink.x, y: text.frame.y + ink.y, width: ink.width, height: ink.height)
      if !screen.contains(drawn) { warnings.append(.textOutside(layer, of: plugin)) }
    }
    return warnings
  }

  /// Opens the images from the plugin's own folder that the layers use.
  ///
  /// Images that are named by a parameter or by the content are already open.
  private func open(_ layers: [Layer], of plugin: PluginDescription) throws(RenderError) {
    guard case .folder(let folder, _) = plugin.source else { return }
    for image in layers.flatMap(\.images) where Files.isInside(image.file, folder) {
      try photos.open(image.file, origin: .file(folder))
    }
  }

  /// Returns a warning for each enlarged photo.
  private func photoWarnings(
    _ scene: Scene, _ device: Device
  ) throws(RenderError) -> [RenderWarning] {
    var warnings: [RenderWarning] = []
    for image in scene.images {
      let size = try photos.size(of: image.file)
      let needed = ImagePlacement.neededPixels(for: image, picture: size, scale: device.scale)
      if needed.width > size.width || needed.height > size.height {
        let fillsScreen =
          image.tile == 0 && image.frame.width >= device.points.width
          && image.frame.height >= device.points.height
        warnings.append(
          fillsScreen
            ? .photoSmall(size, on: device)
            : .imageSmall(image.file, size, needed, isTile: image.tile > 0))
      }
    }
    return warnings
  }
}

extension PartArranger.Arranged {
  /// Whether the layout is part of the background and text must not cover it.
  fileprivate var mustStayVisible: Bool {
    layout.instance.isBackdrop && !layout.instance.mayBeBehindText
  }
}

extension PluginDescription {
  /// Checks that the content contains every kind that the plugin requires.
  func requireContent(_ content: Content) throws(RenderError) {
    for use in self.content where use.isNeeded && content.count(of: use.kind) == nil {
      throw .noContent(use.kind, for: self)
    }
  }
}

extension Composition {
  /// Whether any layout drew text; a banner, for example, shows notes but has no note placements.
  fileprivate var showsText: Bool { scene.foreground.contains { !$0.texts.isEmpty } }
}

extension RenderWarning {
  static func notesUnused(_ template: String) -> RenderWarning {
    RenderWarning(
      .notesUnused,
      "the template '\(template)' does not show notes; the given notes are omitted",
      hint: "use --template lock, or leave the notes out")
  }
}

extension RenderWarning {
  fileprivate static func textOutside(
    _ layer: String, of plugin: PluginDescription
  ) -> RenderWarning {
    RenderWarning(
      .textOutside,
      "the layer '\(layer)' of the plugin '\(plugin.id)' has text that extends beyond the screen",
      hint: plugin.isBuiltIn
        ? "shorten the text, or use a smaller type size"
        : "keep text inside 'freeArea'; 'wallfarm plugin check' tests many screens")
  }

  /// A warning about missing layers of the fence; `nil` if no layer is missing or the plugin is a
  /// library in this process.
  fileprivate static func unfenced(_ words: PluginWords) -> RenderWarning? {
    words.fence.flatMap { .unfenced([words.plugin.id], $0) }
  }
}

extension Scene {
  /// All images in paint order, including images in groups.
  var images: [ImageContent] { (background + foreground).flatMap(\.images) }
}

extension Layer {
  /// All images in the layer.
  var images: [ImageContent] {
    switch content {
    case .image(let image): [image]
    case .group(let group): group.layers.flatMap(\.images)
    case .fill, .shape, .text, .pixels: []
    }
  }
}

extension RenderWarning {
  fileprivate static func imageSmall(
    _ file: String, _ size: PixelSize, _ needed: PixelSize, isTile: Bool
  ) -> RenderWarning {
    RenderWarning(
      .photoSmall,
      "the image '\(Files.name(of: file))' is \(size) pixels, but "
        + "\(isTile ? "each tile" : "it") is drawn with \(needed) pixels, so it was enlarged",
      hint: "use a larger image, or draw it smaller")
  }

  fileprivate static func photoSmall(_ photo: PixelSize, on device: Device) -> RenderWarning {
    let target = device.screen == device.points ? "screen" : "picture"
    let blurred = min(photo.width, photo.height) < 500
    return RenderWarning(
      .photoSmall,
      "the photo is \(photo) pixels, but the \(target) is \(device.pixels), so it was enlarged"
        + (blurred ? " and will look blurred" : ""),
      hint: "use a larger photo, or reduce the zoom")
  }
}
