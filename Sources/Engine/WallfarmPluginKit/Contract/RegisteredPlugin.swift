/// A plugin that a host can use, with its description.
///
/// Built-in plugins are types, whereas external plugins are folders with a manifest. Hosts handle
/// both through this protocol.
public protocol RegisteredPlugin: Sendable {
  /// The description of the plugin, which is available without running the plugin.
  var description: PluginDescription { get }
}

extension RegisteredPlugin {
  /// The id in templates and on the command line.
  public var id: String { description.id }
  /// The parameters of the plugin.
  public var schema: ParameterSchema { description.schema }
}

/// A background that a host can use.
public protocol RegisteredBackground: RegisteredPlugin {
  func makeBackground(_ values: ParameterValues) throws(RenderError) -> any Background
}

/// A layout that a host can use.
public protocol RegisteredLayout: RegisteredPlugin {
  func makeLayout(_ values: ParameterValues) throws(RenderError) -> any Layout
}

/// The static description of a plugin.
public struct PluginDescription: Sendable {
  /// The kind of plugin.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Fills the canvas.
    case background
    /// Places content over the background.
    case layout
  }

  /// The source of a plugin.
  public enum Source: Sendable {
    /// Part of the program.
    case builtIn
    /// A folder, with a function that returns the digest of its files as 64 lowercase hexadecimal
    /// digits.
    case folder(String, digest: @Sendable () -> String)
  }

  /// The id in templates and on the command line, in lowercase with hyphens.
  public let id: String
  /// The version, which must increase when the same inputs produce different layers; it is part of
  /// the fingerprint.
  public let version: Int
  /// The kind of the plugin.
  public let kind: Kind
  /// A one-line description.
  public let summary: String
  /// The parameters of the plugin.
  public let schema: ParameterSchema
  /// The kinds of content that the plugin receives.
  public let content: [ContentUse]
  /// The time precision of the plugin; `nil` if its output does not depend on the time.
  public let timePrecision: TimePrecision?
  /// The condition under which the output depends on the time.
  public let timeUse: TimeUse
  /// Whether an external plugin composes each frame of a film; for a built-in plugin, its instance
  /// declares this.
  public let movesInFilms: Bool
  /// The source of the plugin.
  public let source: Source

  /// Whether the plugin is part of the program.
  public var isBuiltIn: Bool { if case .builtIn = source { true } else { false } }

  /// Creates a description; the default content is plain notes.
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

  /// Returns the time precision for the given content; `nil` if the output does not depend on the
  /// time.
  public func timePrecision(showing content: Content) -> TimePrecision? {
    switch timeUse {
    case .always: timePrecision
    case .whereNotesAreDue: content.hasDueNotes ? timePrecision : nil
    }
  }
}

/// A built-in background.
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

/// A built-in layout.
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
