internal import Designs
internal import Files
import Graphics
internal import SourceJSON
internal import WallfarmCore
import WallfarmPluginKit

/// Finds images of a theme that are behind the clock, the widgets or the controls of a device, and
/// images that phones enlarge.
struct ImageCheck {
  private(set) var problems: [RenderError] = []
  private(set) var warnings: [RenderWarning] = []
  private let uses: UseCheck
  /// The sizes by file: a large image must not be read again for each device.
  private var sizes: [String: PixelSize?] = [:]

  /// The greatest size at which an image is drawn.
  private struct Enlarged {
    let file: String
    let size: PixelSize
    let needed: PixelSize
    let device: String
  }

  /// Checks the images of a theme.
  ///
  /// - Parameters:
  ///   - file: The theme, which has no other errors.
  ///   - devices: The devices. Images that are too small are reported only for phones, for which
  ///     themes are made; a render reports them on every device.
  ///   - uses: Creates the layouts of the images.
  init(_ file: ThemeFile, on devices: [Device], uses: UseCheck) {
    self.uses = uses
    var told: Set<Origin> = []
    var enlarged: [Origin: Enlarged] = [:]
    for device in devices {
      for theme in file.contexts(on: [device]).map({ file[$0] }) {
        for image in theme.images where !told.contains(image.pluginOrigin) {
          do throws(RenderError) {
            guard let found = try self.enlarged(image, in: theme, on: device) else { continue }
            let known = enlarged[image.pluginOrigin]
            if (known?.needed.width ?? 0) < found.needed.width {
              enlarged[image.pluginOrigin] = found
            }
          } catch {
            guard error.code == .imageCovered else { continue }
            told.insert(image.pluginOrigin)
            var problem = error
            problem.message += " on \(device.id), for example"
            problem.origin = image.pluginOrigin
            problems.append(problem)
          }
        }
      }
    }
    warnings = enlarged.map { .imageEnlarged($1.file, $1.size, $1.needed, $1.device, origin: $0) }
  }

  /// Arranges an image, and returns its size if a phone enlarges it.
  ///
  /// - Throws: `image-covered`.
  private mutating func enlarged(
    _ image: PluginUse, in theme: Theme, on device: Device
  ) throws(RenderError) -> Enlarged? {
    guard let (layout, file) = uses.layout(of: image, in: theme) else { return nil }
    let size = sizes[file] ?? size(of: file)
    sizes[file] = .some(size)
    let area = FreeArea(on: device, widgets: true, clock: .standard)
    let context = ComposeContext(
      canvas: device.points, freeArea: area.frame, obstacles: area.obstacles,
      typeScale: device.typeScale, isTablet: device.isTablet, measurer: NoText(),
      photoSizes: size.map { [file: $0] } ?? [:],
      screen: ComposeContext.Screen(size: device.pixels, scale: device.scale))
    let layers = try layout.arrange(in: context).layers
    guard device.kind == .phone, let size, case .image(let drawn)? = layers.first?.content
    else { return nil }
    let needed = ImagePlacement.neededPixels(for: drawn, picture: size, scale: device.scale)
    guard needed.width > size.width || needed.height > size.height else { return nil }
    return Enlarged(file: file, size: size, needed: needed, device: device.id)
  }

  private func size(of file: String) -> PixelSize? {
    guard let bytes = try? Files.read(file) else { return nil }
    return try? PhotoDecoder(bytes, file: file).size
  }
}

extension RenderWarning {
  fileprivate static func imageEnlarged(
    _ file: String, _ size: PixelSize, _ needed: PixelSize, _ device: String, origin: Origin
  ) -> RenderWarning {
    RenderWarning(
      .photoSmall,
      "the image '\(Files.name(of: file))' is \(size) pixels, but phones draw it with up to "
        + "\(needed) pixels (\(device)), so it is enlarged",
      hint: "use a larger image, or draw it smaller", origin: origin)
  }
}
