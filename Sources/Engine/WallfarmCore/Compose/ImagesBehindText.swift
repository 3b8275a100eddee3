import Files
import WallfarmPluginKit

/// Finds images, such as a logo, that text covers although they should be visible.
struct ImagesBehindText {
  let measurer: any TextMeasurer

  /// Returns a warning for each image that a line of text overlaps, with the first such layout.
  ///
  /// `origin` is the position of an image in the theme or template.
  func warnings(
    _ images: [(layers: [Layer], origin: Origin)], below arranged: [PartArranger.Arranged]
  ) throws(RenderError) -> [RenderWarning] {
    guard !images.isEmpty else { return [] }
    var lines: [(plugin: String, frames: [Rect])] = []
    for part in arranged {
      lines.append((part.layout.plugin.id, try frames(of: part.arrangement.layers)))
    }
    return images.compactMap { image in
      for content in image.layers.flatMap(\.images) {
        let text = lines.first { line in line.frames.contains { $0.visiblyOverlaps(content.frame) }
        }
        guard let text else { continue }
        return .imageBehindText(content.file, of: text.plugin, origin: image.origin)
      }
      return nil
    }
  }

  /// The ink of each line of text.
  private func frames(of layers: [Layer]) throws(RenderError) -> [Rect] {
    var frames: [Rect] = []
    for (_, text, _) in layers.flatMap(\.texts) {
      let measured = try measurer.measure(text.block, width: text.frame.width)
      frames += measured.lines.map { line in
        line.frame.intersection(measured.ink).offset(x: text.frame.x, y: text.frame.y)
      }
    }
    return frames
  }
}

extension RenderWarning {
  fileprivate static func imageBehindText(
    _ file: String, of plugin: String, origin: Origin
  ) -> RenderWarning {
    RenderWarning(
      .imageBehindText,
      "the image '\(Files.name(of: file))' is behind the text of the layout '\(plugin)'",
      hint: "move it or make it smaller, show less text, or write \"obstacles\": \"allow\" if text "
        + "may cover it", origin: origin)
  }
}
