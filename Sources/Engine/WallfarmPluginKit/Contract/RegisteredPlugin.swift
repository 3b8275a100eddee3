/// A plugin that a host can use, with all that is known of it without running it.
///
/// Plugins of the package are types; those from outside are folders with a manifest. To the host both
/// are this.
public protocol RegisteredPlugin: Sendable {
  /// What it says of itself.
  var description: PluginDescription { get }
}

extension RegisteredPlugin {
  /// Its name in templates and on the command line.
  public var id: String { description.id }
  /// Every parameter it accepts.
  public var schema: ParameterSchema { description.schema }
}

/// A background that a host can use.
public protocol RegisteredBackground: RegisteredPlugin {
  /// Makes one for one render.
  ///
  /// - Throws: `invalid-parameter` for values that do not go together.
  func makeBackground(_ values: ParameterValues) throws(RenderError) -> any Background
}

/// A layout that a host can use.
public protocol RegisteredLayout: RegisteredPlugin {
  /// Makes one for one render.
  ///
  /// - Throws: `invalid-parameter` for values that do not go together.
  func makeLayout(_ values: ParameterValues) throws(RenderError) -> any Layout
}

/// What a plugin says of itself.
public struct PluginDescription: Sendable {
  /// What a plugin makes.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Fills the canvas.
    case background
    /// Places content over it.
    case layout
  }

  /// Where a plugin comes from.
  public enum Source: Sendable {
    /// It is part of the program.
    case builtIn
    /// It was found in a folder; the digest is that of its files, 64 lower-case hex digits.
    case folder(String, digest: @Sendable () -> String)
  }

  /// Its name in templates and on the command line, in lower case with hyphens.
  public let id: String
  /// Raised whenever the same values give other layers; part of a render's fingerprint.
  public let version: Int
  /// Which of the two kinds it is.
  public let kind: Kind
  /// What it does, in one line.
  public let summary: String
  /// Every parameter it accepts.
  public let schema: ParameterSchema
  /// The kinds of content that it is told of.
  public let content: [ContentUse]
  /// How finely it looks at the time; nil: not at all.
  public let timePrecision: TimePrecision?
  /// When it looks at the time.
  public let timeUse: TimeUse
  /// Whether it is asked for each picture of a film: of a plugin from outside; those of the package say so of each instance.
  public let movesInFilms: Bool
  /// Where it comes from.
  public let source: Source

  /// Whether it is part of the program.
  public var isBuiltIn: Bool { if case .builtIn = source { true } else { false } }

  /// Describes a plugin; one that says nothing of content is told of plain notes.
  public init(
    id: String, version: Int, kind: Kind, summary: String, schema: ParameterSchema,
    content: [ContentUse] = [.plainNotes], timePrecision: TimePrecision? = nil,
    timeUse: TimeUse = .always, movesInFilms: Bool = false, source: Source = .builtIn
  ) {
    self.id = id
    self.version = version
    self.kind = kind
    self.summary = summary
    self.schema = schema
    self.content = content
    self.timePrecision = timePrecision
    self.timeUse = timeUse
    self.movesInFilms = movesInFilms
    self.source = source
  }

  /// How finely it looks at the time for some content; nil: not at all, so its picture of that stays true.
  public func timePrecision(showing content: Content) -> TimePrecision? {
    switch timeUse {
    case .always: timePrecision
    case .whereNotesAreDue: content.hasDueNotes ? timePrecision : nil
    }
  }
}

/// A background of the package.
struct BuiltInBackground: RegisteredBackground {
  let type: any BackgroundPlugin.Type
  let description: PluginDescription

  init(_ type: any BackgroundPlugin.Type) {
    self.type = type
    description = PluginDescription(type, kind: .background, content: type.content)
  }

  func makeBackground(_ values: ParameterValues) throws(RenderError) -> any Background {
    try type.init(values)
  }
}

/// A layout of the package.
struct BuiltInLayout: RegisteredLayout {
  let type: any LayoutPlugin.Type
  let description: PluginDescription

  init(_ type: any LayoutPlugin.Type) {
    self.type = type
    description = PluginDescription(
      type, kind: .layout, content: type.content, timePrecision: type.timePrecision,
      timeUse: type.timeUse)
  }

  func makeLayout(_ values: ParameterValues) throws(RenderError) -> any Layout {
    try type.init(values)
  }
}

extension PluginDescription {
  fileprivate init(
    _ type: any WallpaperPlugin.Type, kind: Kind, content: [ContentUse] = [.plainNotes],
    timePrecision: TimePrecision? = nil, timeUse: TimeUse = .always
  ) {
    self.init(
      id: type.id, version: type.version, kind: kind, summary: type.summary, schema: type.schema,
      content: content, timePrecision: timePrecision, timeUse: timeUse)
  }
}
