import WallfarmPluginKit

/// A note at one size: what is drawn and where, from the top of the column.
struct PlacedNote {
  /// From 0; the index of the "+N more" line is the count of notes before it.
  let index: Int
  var note: Note
  /// Name of a line that is no note: `more` counts those not shown, `nothing-left` says there is none.
  var standIn: String?
  var block: TextBlock
  var measurement: TextMeasurement
  /// Wrapping width of the text, in points.
  var width: Double
  /// The name of the group that it begins.
  var heading: PlacedHeading?
  /// Top of the note, or of the heading above it, in points.
  var top: Double
  /// Estimated number of lines of the whole note; nil if the whole note was measured.
  var estimatedLines: Double?
  /// Which column it stands in, from 0 in the order of reading.
  var column = 0

  /// Top of its own text.
  var textTop: Double { top + (heading?.lead ?? 0) }
  var bottom: Double { textTop + measurement.size.height }
  /// Highest mark, from the top.
  var inkTop: Double { (heading?.measurement ?? measurement).ink.y }
  /// Lowest mark.
  var inkBottom: Double { max(bottom, textTop + measurement.ink.maxY) }
}
