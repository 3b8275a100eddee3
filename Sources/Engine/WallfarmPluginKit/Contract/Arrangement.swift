/// What a layout made: layers to draw, and the facts a receipt tells about them.
public struct Arrangement: Sendable, Hashable {
  /// First to last.
  public var layers: [Layer]
  /// The type size that was found, in points; nil when the layout shows no text.
  public var fontSize: Double?
  /// Where each note went, in order; one that is not shown is not listed.
  public var notes: [NotePlacement]
  /// What a person should know.
  public var warnings: [RenderWarning]
  /// The first moment at which it would be another picture; nil: the end of the day, hour or minute that
  /// the layout looks at, or never for one that looks at none.
  public var expires: Moment?
  /// How much room it needs at the size that it has chosen, with its margins; nil: what its layers cover.
  ///
  /// A stack gives a part of natural size this much of the area.
  public var room: Size?
  /// The settings that were considered, the one that was chosen first; empty where there was no choice.
  public var considered: [ConsideredSetting]

  /// Makes an arrangement from its parts.
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

/// Where one note is shown.
public struct NotePlacement: Sendable, Hashable, Codable {
  /// Its number, from 1.
  public var number: Int
  /// How many lines it takes.
  public var lines: Int
  /// The rectangle of number and text together, in points.
  public var frame: Rect
  /// The direction in which it reads.
  public var direction: TextDirection
  /// Whether it was shortened.
  public var clipped: Bool

  /// Makes a placement from its facts.
  public init(number: Int, lines: Int, frame: Rect, direction: TextDirection, clipped: Bool) {
    self.number = number
    self.lines = lines
    self.frame = frame
    self.direction = direction
    self.clipped = clipped
  }
}
