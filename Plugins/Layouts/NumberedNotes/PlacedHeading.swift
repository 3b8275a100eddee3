import WallfarmPluginKit

/// The measured heading of a group, which is placed above a note.
///
/// The heading is above the first note of its group, and is repeated at the top of each column that
/// continues the group.
struct PlacedHeading {
  let block: TextBlock
  let measurement: TextMeasurement
  /// The distance from the top of the heading to the top of the note's text, in points.
  let lead: Double
}
