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
  /// The heading above the note, if the note starts a group or a heading is repeated at the top of
  /// its column; otherwise nil.
  var heading: PlacedHeading?
  /// The distance from the top of the column to the top of the note or its heading, in points.
  var top: Double
  /// The height in points that the due date, in smaller type, adds to the last line; the note's
  /// bottom excludes it.
  var excess = 0.0
  /// The estimated number of lines in the whole note; nil if the whole note was measured.
  var estimatedLines: Double?
  /// The index of the column in reading order, from 0.
  var column = 0

  /// The top of the text, below the heading.
  var textTop: Double { top + (heading?.lead ?? 0) }
  /// The first baseline of the heading or, without a heading, of the text, in points from the top
  /// of the note.
  var topBaseline: Double { (heading?.measurement ?? measurement).firstBaseline }
  var bottom: Double { textTop + measurement.size.height - excess }
  /// The top of the highest ink of the heading or, without a heading, of the text, in points from
  /// the top of the note.
  var inkTop: Double { (heading?.measurement ?? measurement).ink.y }
  /// The bottom of the lowest ink, in points from the top of the column.
  var inkBottom: Double { max(bottom, textTop + measurement.ink.maxY) }
}
