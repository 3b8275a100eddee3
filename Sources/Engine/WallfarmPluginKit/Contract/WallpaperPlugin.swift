/// What every plugin says of itself, and how it is made.
///
/// A plugin is pure: the same values and the same context give the same layers. It draws nothing,
/// opens no file, reads no clock and keeps nothing between renders. The host makes one instance
/// for each render and uses it on one thread.
public protocol WallpaperPlugin: Sendable {
  /// Its name in templates and on the command line, in lower case with hyphens.
  static var id: String { get }
  /// Raised whenever the same values give other layers; part of a render's fingerprint.
  static var version: Int { get }
  /// What it does, in one line.
  static var summary: String { get }
  /// Every parameter it accepts.
  static var schema: ParameterSchema { get }

  /// Reads its parameters.
  ///
  /// - Throws: `invalid-parameter` through ``ParameterValues/value(of:)``, or an error of its own
  ///   when parameters do not go together.
  init(_ values: ParameterValues) throws(RenderError)
}

/// Fills the canvas: the layers below everything else.
public protocol Background: Sendable {
  /// Whether it looks at ``ComposeContext/filmTime``: then it is asked for each picture of a film, and what it answers
  /// differently is drawn anew.
  var movesInFilms: Bool { get }
  /// The layers, first to last; they should cover the canvas unless transparency is meant.
  func layers(in context: ComposeContext) throws(RenderError) -> [Layer]
}

extension Background {
  /// No: it is drawn once.
  public var movesInFilms: Bool { false }
}

/// Places content over the background, inside the free area.
public protocol Layout: Sendable {
  /// Whether it looks at ``ComposeContext/filmTime``: then it is asked for each picture of a film, and all of the picture is
  /// composed anew.
  var movesInFilms: Bool { get }
  /// The layers, and what a receipt tells about them.
  func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement
}

extension Layout {
  /// No: it is composed once.
  public var movesInFilms: Bool { false }
}

/// A background that a package brings along.
public protocol BackgroundPlugin: WallpaperPlugin, Background {
  /// The kinds of content that it shows; it is given no others.
  static var content: [ContentUse] { get }
}

extension BackgroundPlugin {
  /// None.
  public static var content: [ContentUse] { [] }
}

/// A layout that a package brings along.
public protocol LayoutPlugin: WallpaperPlugin, Layout {
  /// The kinds of content that it shows; it is given no others.
  static var content: [ContentUse] { get }
  /// How finely it looks at the time; nil: not at all, and its picture stays true for ever.
  static var timePrecision: TimePrecision? { get }
  /// When it looks at the time, where it declares how finely.
  static var timeUse: TimeUse { get }
}

extension LayoutPlugin {
  /// Words of notes, and whether they are done.
  public static var content: [ContentUse] { [.plainNotes] }
  /// Not at all.
  public static var timePrecision: TimePrecision? { nil }
  /// Always.
  public static var timeUse: TimeUse { .always }
}
