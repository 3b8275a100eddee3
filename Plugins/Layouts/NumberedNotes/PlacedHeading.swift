import WallfarmPluginKit

/// The measured heading of a group, which is placed above its first note.
struct PlacedHeading {
  let block: TextBlock
  let measurement: TextMeasurement
  /// The distance from the top of the heading to the top of the note's text, in points.
  let lead: Double
}
