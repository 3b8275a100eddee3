internal import Designs
internal import Files
import Graphics
internal import SourceJSON
internal import WallfarmCore
import WallfarmPluginKit

/// Finds images of a theme that are behind the clock, the widgets or the controls of a device.
struct ImageCheck {
  let uses: UseCheck
  let devices: [Device]

  /// Returns one error for each covered image, for the first device on which it is covered.
  func problems(of file: ThemeFile) -> [RenderError] {
    var found: [RenderError] = []
    var told: Set<Origin> = []
    // The sizes by file: a large image must not be read again for each device.
    var sizes: [String: PixelSize?] = [:]
    for device in devices {
      for theme in file.contexts(on: [device]).map({ file[$0] }) {
        for image in theme.images where !told.contains(image.pluginOrigin) && isRisky(image) {
          guard let problem = problem(of: image, in: theme, on: device, &sizes) else { continue }
          told.insert(image.pluginOrigin)
          found.append(problem)
        }
      }
    }
    return found
  }

  /// Whether an image can be covered at all: it is placed on the whole screen and avoids obstacles.
  private func isRisky(_ image: PluginUse) -> Bool {
    func has(_ key: String, _ word: String) -> Bool {
      image.parameters.contains { $0.key == key && $0.value == .string(word) }
    }
    return has("in", "screen") && !has("obstacles", "allow")
  }

  private func problem(
    of image: PluginUse, in theme: Theme, on device: Device, _ sizes: inout [String: PixelSize?]
  ) -> RenderError? {
    guard let (layout, file) = uses.layout(of: image, in: theme) else { return nil }
    let size = sizes[file] ?? size(of: file)
    sizes[file] = .some(size)
    let area = FreeArea(on: device, widgets: true, clock: .standard)
    let context = ComposeContext(
      canvas: device.points, freeArea: area.frame, obstacles: area.obstacles,
      typeScale: device.typeScale, isTablet: device.isTablet, measurer: NoText(),
      photoSizes: size.map { [file: $0] } ?? [:],
      screen: ComposeContext.Screen(size: device.pixels, scale: device.scale))
    do throws(RenderError) {
      _ = try layout.arrange(in: context)
      return nil
    } catch {
      guard error.code == .imageCovered else { return nil }
      var problem = error
      problem.message += " on \(device.id), for example"
      problem.origin = image.pluginOrigin
      return problem
    }
  }

  private func size(of file: String) -> PixelSize? {
    guard let bytes = try? Files.read(file) else { return nil }
    return try? PhotoDecoder(bytes, file: file).size
  }
}
