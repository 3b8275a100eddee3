import WallfarmPluginKit

/// A thing as a list of layers on its own canvas.
struct DrawnThing {
  /// Layers in paint order, relative to the top left corner of the canvas.
  var layers: [Layer]
  /// The size of the canvas in points, including margins for shadows.
  var size: Size
  /// The visible frame without the shadow.
  var body: Rect
  /// The text, which can be split into words, or nil if there are no texts or several texts.
  var text: TextContent?
  /// All texts in the thing.
  var letters: [Letters] = []
  /// The buttons of a dialog.
  var buttons: [Rect] = []

  /// Text and its background.
  struct Letters {
    let text: TextContent
    /// The color of the card or button behind the text, or nil if there is none.
    var plate: Color?
  }
}

extension Layer {
  /// The text of the layer and its background; empty if the layer is not text.
  func letters(on plate: Color?) -> [DrawnThing.Letters] {
    guard case .text(let text) = content else { return [] }
    return [DrawnThing.Letters(text: text, plate: plate)]
  }
}
