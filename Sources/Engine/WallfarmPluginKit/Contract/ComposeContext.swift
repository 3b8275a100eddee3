/// What a plugin knows about the render it works for, with all lengths in points.
public struct ComposeContext {
  /// The screen.
  public let canvas: Size
  /// The part of the screen that the system leaves to the wallpaper: below clock and widgets,
  /// above the controls.
  public let freeArea: Rect
  /// What the system draws over the picture.
  public let obstacles: [Obstacle]
  /// Width of the device over 430 pt, between 0.8 and 1.5: multiply sizes in
  /// ``ParameterUnit/typePoints`` with it.
  public let typeScale: Double
  /// Whether the screen is that of a tablet.
  public let isTablet: Bool
  /// What the person wants to see, of the kinds that the plugin declares.
  public let content: Content
  /// The time that the picture is for, as finely as the plugin declares; nil where it declares none.
  public let now: Now?
  /// Seconds from the beginning of the film that the picture belongs to, for a plugin that moves; nil in a picture that
  /// stands still.
  public let filmTime: Double?
  /// Words for days and figures in the language of the text.
  public let words: any LanguageWords
  /// What may be done when the notes do not fit.
  public let overflow: OverflowPolicy
  /// The base direction of notes that do not say their own.
  public let direction: TextDirection
  /// BCP 47 tag of the text, if known.
  public let language: String?
  /// Measures text with the fonts that draw it.
  public let measurer: any TextMeasurer
  /// Makes QR codes; nil where nobody does.
  public let codes: (any CodeMaker)?
  /// Draws parts of the earth; nil where nobody does.
  public let maps: (any MapMaker)?
  /// Width and height in pixels of the photos in ``content``, upright, by their file; empty where nobody looks.
  public let photoSizes: [String: PixelSize]
  /// The pixels of the screen, for a background that fills them itself; nil where nobody draws.
  public let screen: Screen?
  /// Keeps lines for the receipt; nil where there is none.
  public let log: (any PluginLog)?

  /// The pixels behind the points.
  public struct Screen: Hashable, Sendable {
    /// Width and height, in pixels.
    public let size: PixelSize
    /// Pixels per point.
    public let scale: Scale

    /// Makes a screen.
    public init(size: PixelSize, scale: Scale) { (self.size, self.scale) = (size, scale) }
  }

  /// Makes a context; only hosts and tests do.
  public init(
    canvas: Size, freeArea: Rect, obstacles: [Obstacle] = [], typeScale: Double = 1,
    isTablet: Bool = false, content: Content = Content(), now: Now? = nil,
    filmTime: Double? = nil,
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

  /// The notes, in order; empty where none were given, and where none are left.
  public var notes: [Note] { content.notes ?? [] }
  /// Whether a list of notes was given and has none: then the picture says that nothing is left.
  ///
  /// Where no list was given at all, a layout that needs notes throws `no-notes`.
  public var hasEmptyList: Bool { content.isEmpty(.notes) }

  /// The whole screen as a rectangle.
  public var bounds: Rect { Rect(origin: Point(x: 0, y: 0), size: canvas) }
}

/// Keeps what a plugin says beside its layers; plugins reach it through their context.
public protocol PluginLog {
  /// Keeps one line; never the words of a note.
  func log(_ line: String)
}

/// One thing a person wants to see on the lock screen.
public struct Note: Hashable, Sendable {
  /// Its words; line breaks are kept.
  public var text: String
  /// Whether it is done: drawn faded and struck through.
  public var done: Bool
  /// Until when it is to be done; nil: whenever.
  public var due: When?
  /// The group that it belongs to; nil: none.
  public var heading: String?

  /// Makes a note that is still to do unless told otherwise.
  public init(_ text: String, done: Bool = false, due: When? = nil, heading: String? = nil) {
    (self.text, self.done, self.due, self.heading) = (text, done, due, heading)
  }
}

/// A rectangle that the system draws over the picture.
public struct Obstacle: Hashable, Sendable, Codable {
  /// What is drawn there.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Date and time.
    case clock
    /// The row of lock-screen widgets.
    case widgets
    /// Flashlight and camera buttons, or the line of text in their place.
    case controls
  }

  /// What it is.
  public let kind: Kind
  /// Where it is.
  public let frame: Rect

  /// Makes an obstacle from its kind and place.
  public init(_ kind: Kind, frame: Rect) {
    self.kind = kind
    self.frame = frame
  }
}

/// How far a layout may go when notes do not fit at the smallest type size.
public enum OverflowPolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing may be shortened: the render fails and says how many notes would fit.
  case fail
  /// Long notes may lose lines and end in an ellipsis.
  case shorten
  /// As `shorten`; and where that is not enough, the last line counts the notes not shown.
  case more
}
