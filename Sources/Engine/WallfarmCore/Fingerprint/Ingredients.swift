package import Designs
import Graphics
package import WallfarmPluginKit

// The assignment of request, device and note properties to digests.

extension RenderRequest {
  /// Properties that a digest contains unchanged, as declared by the fields.
  package static let ingredients = RequestField.all.compactMap { field in
    if case .property(let ingredient) = field.digest { ingredient } else { nil }
  }

  /// Other properties, and the form in which a digest contains them.
  package static let otherwise: [String: String] = {
    var reasons = [
      "filmTime": "nothing: pictures of films have no digest",
      "mayShowSample": "the code of the content that is shown",
      "contentFiles": "the code of the content in them",
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
  /// The background choice without the content of a photo, which is a separate part.
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
  /// Properties that are included in a digest.
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
    // The fields are optional, so that phones and iPads keep the digests that they had before other
    // kinds of devices were supported.
    .perhaps("suggested.bottomWithWidgets") { $0.suggested.bottomWithWidgets.map { "\($0)" } },
    .perhaps("suggested.left") { $0.suggested.left == 0 ? nil : "\($0.suggested.left)" },
    .perhaps("suggested.right") { $0.suggested.right == 0 ? nil : "\($0.suggested.right)" },
    .perhaps("kind") { $0.kind == .phone || $0.isIPad ? nil : $0.kind.rawValue },
    // The large clock depends on the maker; the id of an installed device implies the maker.
    .perhaps("maker") { $0.isOwn ? $0.maker : nil },
    .perhaps("lockScreen.widgetColumn") { $0.lockScreen.widgetColumn.map { "\($0)" } },
    .count("ppi", .file) { $0.ppi },
  ]

  /// Other properties: names and notes for people, and values that do not affect pictures.
  package static let otherwise = [
    "orientation": "the sides of the screen", "screenPoints": "the scroll of the request",
    "areas": "the rows and the range of content that follow from them",
    "safeAreas": "the insets of the orientation",
    "name": "nothing: for people", "note": "nothing: for people",
    "aliases": "nothing: for choosing devices",
    "state": "the id", "family": "nothing: for choosing devices",
    "released": "nothing: for choosing devices", "diagonal": "nothing: for people",
    "gamut": "nothing: the request says which colors",
    "evidence": "nothing: for people", "isOwn": "nothing: only the numbers matter",
  ]
}

extension Note {
  /// Properties that are included in a keyed hash.
  package static let ingredients: [Ingredient<Note>] = [
    .text("text") { $0.text }, .flag("done") { $0.done }, .perhaps("due") { $0.due?.description },
    .perhaps("heading") { $0.heading },
  ]
}
