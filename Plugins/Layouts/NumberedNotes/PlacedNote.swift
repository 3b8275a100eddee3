import WallfarmPluginKit

/// A note measured at a type size, with its position in a column.
struct PlacedNote {
  /// The index of the note, from 0; for the "+N more" line, the number of notes before it.
  let index: Int
  var note: Note
  /// The name of a line that is not a note, such as `more` or `nothing-left`; nil for a note.
  var standIn: String?
  var block: TextBlock
  var measurement: TextMeasurement
  /// The wrapping width of the text, in points.
  var width: Double
  /// The heading of the group that starts with the note; nil for any other note.
  var heading: PlacedHeading?
  /// The top of the note, including its heading, in points from the top of the column.
  var top: Double
  /// The height in points that a smaller due date adds to the last line; it does not count as part
  /// of the note.
  var excess = 0.0
  /// The estimated number of lines in the whole note; nil if the whole note was measured.
  var estimatedLines: Double?
  /// The index of the column, from 0 in reading order.
  var column = 0

  /// The top of the text, below the heading.
  var textTop: Double { top + (heading?.lead ?? 0) }
  /// The first baseline of the note or its heading, in points from the top of the note.
  var topBaseline: Double { (heading?.measurement ?? measurement).firstBaseline }
  var bottom: Double { textTop + measurement.size.height - excess }
  /// The top of the highest ink, in points from the top of the note.
  var inkTop: Double { (heading?.measurement ?? measurement).ink.y }
  /// The bottom of the lowest ink, in points from the top of the column.
  var inkBottom: Double { max(bottom, textTop + measurement.ink.maxY) }
}
