/// The result of a layout: layers to draw, and details for the receipt.
public struct Arrangement: Sendable, Hashable {
  /// The layers in paint order.
  public var layers: [Layer]
  /// The chosen type size in points; `nil` if the layout shows no text.
  public var fontSize: Double?
  /// The placements of the visible notes, in order.
  public var notes: [NotePlacement]
  /// Warnings for the user.
  public var warnings: [RenderWarning]
  /// The moment from which the layout would produce a different picture.
  ///
  /// The default, `nil`, means the end of the current day, hour or minute, depending on the
  /// layout's time precision. If the layout declares no precision, `nil` means never.
  public var expires: Moment?
  /// The size in points that the content needs, including its margins; `nil` means the size of the
  /// drawn layers.
  ///
  /// In a stack, a part with the size `natural` has this size.
  public var room: Size?
  /// The candidate text settings, starting with the chosen one; empty if there was no choice.
  public var considered: [ConsideredSetting]

  /// Creates an arrangement.
  public init(
    layers: [Layer], fontSize: Double? = nil, notes: [NotePlacement] = [],
    warnings: [RenderWarning] = [], expires: Moment? = nil, room: Size? = nil,
    considered: [ConsideredSetting] = []
  ) {
    self.layers = layers
    self.fontSize = fontSize
    self.notes = notes
    self.warnings = warnings
    self.expires = expires
    self.room = room
    self.considered = considered
  }
}

/// The position of a note in the picture.
public struct NotePlacement: Sendable, Hashable {
  /// The number of the note, starting at 1.
  public var number: Int
  /// The number of lines.
  public var lines: Int
  /// The bounding rectangle of the note's number and text, in points.
  public var frame: Rect
  /// The base direction of the text.
  public var direction: TextDirection
  /// Whether the text was shortened.
  public var clipped: Bool

  /// Creates a placement.
  public init(number: Int, lines: Int, frame: Rect, direction: TextDirection, clipped: Bool) {
    self.number = number
    self.lines = lines
    self.frame = frame
    self.direction = direction
    self.clipped = clipped
  }
}
