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
  /// Buttons of a dialog.
  var buttons: [Rect] = []
}
