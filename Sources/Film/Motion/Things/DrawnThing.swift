import WallfarmPluginKit

/// A thing as layers on its own canvas.
struct DrawnThing {
  /// Layers in paint order, relative to the top left corner of the canvas.
  var layers: [Layer]
  /// Size of the canvas in points, including margins for shadows.
  var size: Size
  /// The visible frame, without the shadow.
  var body: Rect
  /// The only text, which can be split into words; nil if there is no text or more than one.
  var text: TextContent?
  /// All texts of the thing.
  var letters: [Letters] = []
  /// The buttons of a dialog.
  var buttons: [Rect] = []

  /// A text with its background.
  struct Letters {
    let text: TextContent
    /// The color of the card or button behind the text, if any.
    var plate: Color?
  }
}

extension Layer {
  /// The text of the layer with its background; empty if the layer is not a text.
  func letters(on plate: Color?) -> [DrawnThing.Letters] {
    guard case .text(let text) = content else { return [] }
    return [DrawnThing.Letters(text: text, plate: plate)]
  }
}
