import WallfarmPluginKit

/// A thing as layers, on a little canvas of its own.
struct DrawnThing {
  /// In paint order, from the top left corner of the canvas.
  var layers: [Layer]
  /// Of its canvas, in points, with room for shadows on all sides.
  var size: Size
  /// What of it is to be seen, without its shadow.
  var body: Rect
  /// The text that can be divided into words, with the place of its frame; nil: several texts, or none.
  var text: TextContent?
  /// All its texts.
  var letters: [Letters] = []
  /// Buttons of a dialog.
  var buttons: [Rect] = []

  /// A text, and what it stands on.
  struct Letters {
    let text: TextContent
    /// The colour of the card or button below it; nil: nothing of the thing is below it.
    var plate: Color?
  }
}

extension Layer {
  /// The text of a layer that is one, on a colour.
  func letters(on plate: Color?) -> [DrawnThing.Letters] {
    guard case .text(let text) = content else { return [] }
    return [DrawnThing.Letters(text: text, plate: plate)]
  }
}
