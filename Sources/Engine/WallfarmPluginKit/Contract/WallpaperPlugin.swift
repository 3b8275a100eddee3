/// The common requirements of all plugins.
///
/// A plugin is a pure function: equal parameter values and equal contexts produce equal layers. It
/// does not draw, open files, read the clock, or keep state between renders. The host creates one
/// instance per render and uses it on one thread.
public protocol WallpaperPlugin: Sendable {
  /// The id in templates and on the command line, in lowercase with hyphens.
  static var id: String { get }
  /// The version, which must increase when the same inputs produce different layers; it is part of
  /// the fingerprint.
  static var version: Int { get }
  /// A one-line description.
  static var summary: String { get }
  /// The parameters of the plugin.
  static var schema: ParameterSchema { get }

  /// Decodes the parameters.
  ///
  /// - Throws: `invalid-parameter` from ``ParameterValues/value(of:)``, or an error for an invalid
  ///   combination of parameters.
  init(_ values: ParameterValues) throws(RenderError)
}

/// Fills the canvas with layers that are drawn below all other layers.
public protocol Background: Sendable {
  /// Whether the layers depend on ``ComposeContext/filmTime``.
  ///
  /// If so, the host requests the layers for each frame of a film and redraws the layers that
  /// changed.
  var movesInFilms: Bool { get }
  /// Returns the layers in paint order; they should cover the canvas unless transparency is
  /// intended.
  func layers(in context: ComposeContext) throws(RenderError) -> [Layer]
}

extension Background {
  /// The default, `false`: the background is drawn once.
  public var movesInFilms: Bool { false }
}

/// Places content over the background, inside the free area.
public protocol Layout: Sendable {
  /// Whether the layers depend on ``ComposeContext/filmTime``.
  ///
  /// If so, the host composes the whole picture for each frame of a film.
  var movesInFilms: Bool { get }
  /// Whether the layers are part of the background.
  ///
  /// If so, they are drawn below the layers and the legibility aids of all other layouts, and the
  /// layout keeps its place if other layouts move to a calm part of a photo.
  var isBackdrop: Bool { get }
  /// Whether text of other layouts may be drawn over a layout of the background.
  ///
  /// If not, such text causes the warning `image-behind-text`.
  var mayBeBehindText: Bool { get }
  /// Returns the layers and the details for the receipt.
  func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement
}

extension Layout {
  /// The default, `false`: the layout is composed once.
  public var movesInFilms: Bool { false }
  /// The default, `false`: the layers are in the foreground.
  public var isBackdrop: Bool { false }
  /// The default, `true`: no warning.
  public var mayBeBehindText: Bool { true }
}

/// A background that is implemented as a type.
public protocol BackgroundPlugin: WallpaperPlugin, Background {
  /// The kinds of content that the background shows; the context contains no other kinds.
  static var content: [ContentUse] { get }
}

extension BackgroundPlugin {
  /// The default: no content.
  public static var content: [ContentUse] { [] }
}

/// A layout that is implemented as a type.
public protocol LayoutPlugin: WallpaperPlugin, Layout {
  /// The kinds of content that the layout shows; the context contains no other kinds.
  static var content: [ContentUse] { get }
  /// The time precision of the layout; `nil` if its output does not depend on the time.
  static var timePrecision: TimePrecision? { get }
  /// The condition under which the output depends on the time, if a precision is declared.
  static var timeUse: TimeUse { get }
}

extension LayoutPlugin {
  /// The default: notes, each with its text and whether it is done.
  public static var content: [ContentUse] { [.plainNotes] }
  /// The default, `nil`: the output does not depend on the time.
  public static var timePrecision: TimePrecision? { nil }
  /// The default: the output always depends on the time.
  public static var timeUse: TimeUse { .always }
}
