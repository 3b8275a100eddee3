import WallfarmPluginKit

/// The name of a group of notes, as it stands above the first of them.
struct PlacedHeading {
  let block: TextBlock
  let measurement: TextMeasurement
  /// From its top to that of its note, in points.
  let lead: Double
}
