/// The inputs of a plugin for one render; all lengths are in points.
public struct ComposeContext {
  /// The size of the screen.
  public let canvas: Size
  /// The part of the screen that is free for content: below the clock and widgets, above the
  /// controls.
  public let freeArea: Rect
  /// The areas over which the system draws.
  public let obstacles: [Obstacle]
  /// The factor, 0.8…3, for sizes that are designed for a phone with a width of 430 pt.
  ///
  /// Multiply sizes in ``ParameterUnit/typePoints`` by this factor.
  public let typeScale: Double
  /// Whether the device is a tablet.
  public let isTablet: Bool
  /// Whether the background has a photo; a layout can then use smaller type to cover less of the
  /// photo.
  public let isOnPhoto: Bool
  /// The content to show, limited to the kinds that the plugin declares.
  public let content: Content
  /// The time of the picture, truncated to the declared precision; `nil` if the plugin declares no
  /// precision.
  public let now: Now?
  /// Seconds since the start of the film; `nil` for a still picture.
  public let filmTime: Double?
  /// Formats days and numbers in the language of the text.
  public let words: any LanguageWords
  /// The policy for notes that do not fit.
  public let overflow: OverflowPolicy
  /// The base direction of notes.
  ///
  /// For a background, an automatic direction becomes right to left if most notes are written from
  /// right to left. If there are no notes, the language decides; if there is no language either,
  /// the other text decides.
  public let direction: TextDirection
  /// The language of the text as a BCP 47 tag, if known.
  public let language: String?
  /// Measures text with the fonts that are used for drawing.
  public let measurer: any TextMeasurer
  /// Creates QR codes; `nil` if the host does not support them.
  public let codes: (any CodeMaker)?
  /// Creates maps; `nil` if the host does not support them.
  public let maps: (any MapMaker)?
  /// The pixel sizes of the photos in ``content`` and in the parameters of layouts, after rotation
  /// to upright, by path; empty if they are unknown.
  public let photoSizes: [String: PixelSize]
  /// The screen in pixels, for a background that produces pixels; `nil` if nothing will be drawn.
  public let screen: Screen?
  /// Writes log lines to the receipt; `nil` if there is no receipt.
  public let log: (any PluginLog)?

  /// The pixel size and scale of the screen.
  public struct Screen: Hashable, Sendable {
    /// The width and height in pixels.
    public let size: PixelSize
    /// Pixels per point.
    public let scale: Scale

    /// Creates a screen.
    public init(size: PixelSize, scale: Scale) { (self.size, self.scale) = (size, scale) }
  }

  /// Creates a context, for hosts and tests.
  public init(
    canvas: Size, freeArea: Rect, obstacles: [Obstacle] = [], typeScale: Double = 1,
    isTablet: Bool = false, isOnPhoto: Bool = false, content: Content = Content(),
    now: Now? = nil, filmTime: Double? = nil,
    words: any LanguageWords = PlainWords(),
    overflow: OverflowPolicy = .more,
    direction: TextDirection = .automatic, language: String? = nil, measurer: any TextMeasurer,
    codes: (any CodeMaker)? = nil, maps: (any MapMaker)? = nil,
    photoSizes: [String: PixelSize] = [:],
    screen: Screen? = nil, log: (any PluginLog)? = nil
  ) {
    self.canvas = canvas
    self.freeArea = freeArea
    self.obstacles = obstacles
    self.typeScale = typeScale
    self.isTablet = isTablet
    self.isOnPhoto = isOnPhoto
    self.content = content
    self.now = now
    self.filmTime = filmTime
    self.words = words
    self.overflow = overflow
    self.direction = direction
    self.language = language
    self.measurer = measurer
    self.codes = codes
    self.maps = maps
    self.photoSizes = photoSizes
    self.screen = screen
    self.log = log
  }

  /// The notes in order; empty if there are none or no list was provided.
  public var notes: [Note] { content.notes ?? [] }
  /// Whether an empty list of notes was provided, in which case the picture states that nothing is
  /// left to do.
  ///
  /// If no list was provided, a layout that requires notes throws `no-notes`.
  public var hasEmptyList: Bool { content.isEmpty(.notes) }

  /// The rectangle of the whole screen.
  public var bounds: Rect { Rect(origin: Point(x: 0, y: 0), size: canvas) }
}

/// Logs messages of a plugin; plugins access it through their context.
public protocol PluginLog {
  /// Logs a line, which must not contain the text of a note.
  func log(_ line: String)
}

/// A note on the lock screen.
public struct Note: Hashable, Sendable {
  /// The text; line breaks are preserved.
  public var text: String
  /// Whether the note is done; done notes are faded and struck through.
  public var done: Bool
  /// The due date; `nil` if there is none.
  public var due: When?
  /// The heading of the group to which the note belongs; `nil` if there is none.
  public var heading: String?

  /// Creates a note, which is open by default.
  public init(_ text: String, done: Bool = false, due: When? = nil, heading: String? = nil) {
    (self.text, self.done, self.due, self.heading) = (text, done, due, heading)
  }
}

/// A rectangle over which the system draws.
public struct Obstacle: Hashable, Sendable {
  /// The kind of obstacle.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The date and time.
    case clock
    /// The row or column of lock-screen widgets.
    case widgets
    /// The flashlight and camera buttons, or the line of text that replaces them.
    case controls
  }

  /// The kind of the obstacle.
  public let kind: Kind
  /// The rectangle in points.
  public let frame: Rect

  /// Creates an obstacle.
  public init(_ kind: Kind, frame: Rect) {
    self.kind = kind
    self.frame = frame
  }
}

/// The policy for notes that do not fit at the minimum type size.
public enum OverflowPolicy: String, Hashable, Sendable, CaseIterable {
  /// Never shorten notes; the render fails with an error that states how many notes fit.
  case fail
  /// Truncate long notes with an ellipsis.
  case shorten
  /// Truncate notes as `shorten` does; if that is not enough, omit notes and state in the last line
  /// how many were omitted.
  case more
}
