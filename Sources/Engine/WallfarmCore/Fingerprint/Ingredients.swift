package import Designs
import Graphics
package import WallfarmPluginKit

// Assigns the properties of requests, devices and notes to digests.

extension RenderRequest {
  /// The request properties that a digest contains unchanged, as declared by the request fields.
  package static let ingredients = RequestField.all.compactMap { field in
    if case .property(let ingredient) = field.digest { ingredient } else { nil }
  }

  /// The other properties, each with a description of how a digest covers it, or the reason why no
  /// digest does.
  package static let otherwise: [String: String] = {
    var reasons = [
      "filmTime": "nothing: pictures of films have no digest",
      "mayShowSample": "the keyed digest of the content that is shown",
      "contentFiles": "the keyed digest of the content in the files",
      "described": "the properties of the screen",
      "output": "nothing: the output path does not change the picture",
      "files": "nothing: only the content of files matters, not their location",
    ]
    for field in RequestField.all {
      if case .apart(let property, let reason) = field.digest { reasons[property] = reason }
    }
    return reasons
  }()
}

extension BackgroundChoice {
  /// The background choice without the content of a photo, which is covered by a separate part of
  /// the fingerprint.
  var canonical: String {
    switch self {
    case .theme: "theme"
    case .photo: "photo"
    case .color(let color): "color " + (Color(color)?.hex ?? color)
    case .none: "none"
    case .plugin(let id): "plugin " + id
    }
  }
}

extension Device {
  /// The device properties that are included in a digest.
  package static let ingredients: [Ingredient<Device>] = [
    .text("id") { $0.id },
    .count("pixels.width") { $0.pixels.width }, .count("pixels.height") { $0.pixels.height },
    .length("points.width") { $0.points.width }, .length("points.height") { $0.points.height },
    .length("cornerRadius") { $0.cornerRadius }, .text("cutouts", as: "cutout") { $0.cutout },
    .length("safeArea.top") { $0.safeArea.top }, .length("safeArea.left") { $0.safeArea.left },
    .length("safeArea.bottom") { $0.safeArea.bottom },
    .length("safeArea.right") { $0.safeArea.right },
    .length("lockScreen.clockTop") { $0.lockScreen.clockTop },
    .length("lockScreen.clockBottom") { $0.lockScreen.clockBottom },
    .length("lockScreen.widgetTop") { $0.lockScreen.widgetTop },
    .length("lockScreen.widgetBottom") { $0.lockScreen.widgetBottom },
    .length("lockScreen.controlsTop") { $0.lockScreen.controlsTop },
    .length("suggested.topWithoutWidgets") { $0.suggested.topWithoutWidgets },
    .length("suggested.topWithWidgets") { $0.suggested.topWithWidgets },
    .length("suggested.topBelowLargeClock") { $0.suggested.topBelowLargeClock },
    .length("suggested.bottom") { $0.suggested.bottom },
    // The following fields are optional, so that phones and iPads keep the digests that they had
    // before other kinds of devices were supported.
    .perhaps("suggested.bottomWithWidgets") { $0.suggested.bottomWithWidgets.map { "\($0)" } },
    .perhaps("suggested.left") { $0.suggested.left == 0 ? nil : "\($0.suggested.left)" },
    .perhaps("suggested.right") { $0.suggested.right == 0 ? nil : "\($0.suggested.right)" },
    .perhaps("kind") { $0.kind == .phone || $0.isIPad ? nil : $0.kind.rawValue },
    // The large clock depends on the maker. The id of an installed device implies the maker, so the
    // field is written only for other devices.
    .perhaps("maker") { $0.isOwn ? $0.maker : nil },
    .perhaps("lockScreen.widgetColumn") { $0.lockScreen.widgetColumn.map { "\($0)" } },
    .count("ppi", .file) { $0.ppi },
  ]

  /// The other properties, each with a description of how a digest covers it, or the reason why no
  /// digest does.
  package static let otherwise = [
    "orientation": "the width and height of the screen",
    "screenPoints": "the value of 'scroll' in the request",
    "reduction": "the value of 'preview' in the request",
    "areas": "the lock-screen rows and the content range that are derived from them",
    "safeAreas": "the safe area for the orientation in use",
    "name": "nothing: only shown to people", "note": "nothing: only shown to people",
    "aliases": "nothing: only used to select devices",
    "state": "the id", "family": "nothing: only used to select devices",
    "released": "nothing: only used to select devices", "diagonal": "nothing: only shown to people",
    "gamut": "nothing: the request specifies the color space",
    "evidence": "nothing: only shown to people", "isOwn": "nothing: only the numbers matter",
  ]
}

extension Note {
  /// The note properties that are included in the keyed digest.
  package static let ingredients: [Ingredient<Note>] = [
    .text("text") { $0.text }, .flag("done") { $0.done }, .perhaps("due") { $0.due?.description },
    .perhaps("heading") { $0.heading },
  ]
}
