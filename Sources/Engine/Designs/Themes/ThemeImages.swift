internal import Files
import SourceJSON
import WallfarmPluginKit

/// The images of a theme: uses of the layout `picture`, whose parameters are the keys of each image.
package enum ThemeImages {
  /// The layout that places an image.
  package static let layout = "picture"
  /// The maximum number of images in a theme, a variant or an override.
  package static let most = 24

  /// Parses the key `images` of a theme, a variant or an override; returns `nil` if it is missing.
  static func read(_ object: JSONNode, in reader: inout FileReader) -> [PluginUse]? {
    guard let node = object["images"] else { return nil }
    guard let items = node.elements else {
      reader.report(reader.wrong(node, "'images'", "a list of objects"))
      return nil
    }
    if items.count > most {
      reader.report(
        .invalidValue(
          "'images'", expected: "at most \(most)", got: "a list of \(items.count) entries",
          origin: reader.origin(node), hint: "combine several images in one file"))
    }
    var images: [PluginUse] = []
    for item in items.prefix(most) {
      guard item.members != nil else {
        reader.report(
          reader.wrong(item, "an image", "an object such as { \"file\": \"logo.svg\" }"))
        continue
      }
      if item["file"] == nil { reader.missing("file", in: "an image", item) }
      images.append(PluginUse(layout, settings: item, in: &reader))
    }
    return images
  }
}
