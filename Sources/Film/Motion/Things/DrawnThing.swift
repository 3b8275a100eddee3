import WallfarmPluginKit

/// A thing, drawn as a list of layers on a canvas of its own.
struct DrawnThing {
  /// Layers in paint order, relative to the top left corner of the canvas.
  var layers: [Layer]
  /// The size of the canvas in points, including margins for shadows.
  var size: Size
  /// The visible frame without the shadow.
  var body: Rect
  /// The text of a ``MotionThing/Text``, which can be split into words, or nil for other kinds of
  /// things.
  var text: TextContent?
  /// All texts in the thing.
  var letters: [Letters] = []
  /// The frames of a dialog's buttons; empty for other things.
  var buttons: [Rect] = []

  /// Text and its background.
  struct Letters {
    let text: TextContent
    /// The color of the card or button behind the text, or nil if there is none.
    var plate: Color?
  }
}

extension Layer {
  /// Returns the text of the layer with its background, or an empty array if the layer is not text.
  func letters(on plate: Color?) -> [DrawnThing.Letters] {
    guard case .text(let text) = content else { return [] }
    return [DrawnThing.Letters(text: text, plate: plate)]
  }
}
