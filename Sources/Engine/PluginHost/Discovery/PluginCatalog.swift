internal import WallfarmCore
public import WallfarmPluginKit

/// The plugins found on the search path, with the errors of unusable plugins.
public struct PluginCatalog: Sendable {
  /// A folder that contains a plugin.json file.
  public struct Item: Sendable {
    /// The result of reading the folder's plugin.json.
    public let found: ManifestReader.Found
    /// The search path entry that contains the plugin.
    public let place: PluginFolders.Place
    /// The id in templates and on the command line; the id of a plugin of a pack is qualified, as
    /// in `harbour/tide`.
    public var id: String { place.qualified(found.id) }
    /// The errors that make the plugin unusable.
    public let problems: [RenderError]
    /// The manifest; `nil` if the plugin has errors.
    public var usable: PluginManifest? { problems.isEmpty ? found.manifest : nil }
  }

  /// The plugins in the order of the search path, sorted by name within each folder.
  public let items: [Item]
  private let builtIn: PluginRegistry

  /// Searches folders without running any plugin.
  ///
  /// - Parameters:
  ///   - folders: The search path.
  ///   - builtIn: The built-in plugins, whose ids are reserved.
  /// - Throws: `file-unreadable` if an explicitly named folder is missing.
  public init(folders: PluginFolders, builtIn: PluginRegistry) throws(RenderError) {
    self.builtIn = builtIn
    var found: [(ManifestReader.Found, PluginFolders.Place)] = []
    for (folder, place) in try folders.candidates() {
      found.append((ManifestReader.read(folder: folder), place))
    }
    items = found.map { one, place in
      var problems = one.problems
      if let reason = PluginCatalog.clash(of: one, with: builtIn) { problems.append(reason) }
      let other = found.first { other, otherPlace in
        otherPlace.qualified(other.id) == place.qualified(one.id) && other.file != one.file
      }
      if let other {
        problems.append(.pluginTwice(one.id, other.0.file, one.file))
      }
      return Item(found: one, place: place, problems: problems)
    }
  }

  /// Creates a catalog with a single external plugin.
  public init(only manifest: PluginManifest, builtIn: PluginRegistry) {
    self.builtIn = builtIn
    items = [
      Item(
        found: ManifestReader.Found(
          id: manifest.id, file: manifest.file, manifest: manifest, problems: []),
        place: PluginFolders.Place(folder: manifest.folder, askedBy: .argument("plugin")),
        problems: [])
    ]
  }

  /// Returns an error if a plugin has the id of a built-in plugin; otherwise, returns `nil`.
  public static func clash(
    of found: ManifestReader.Found, with builtIn: PluginRegistry
  ) -> RenderError? {
    guard found.manifest != nil, builtIn.plugin(found.id) != nil else { return nil }
    return .pluginBuiltIn(found.id, origin: .file(found.file))
  }

  /// Returns the plugin with the given id, even if it is unusable.
  public func item(_ id: String) -> Item? { items.first { $0.id == id } }

  /// Returns a registry of the built-in plugins and the usable external plugins.
  public func registry(_ settings: PluginHostSettings = .init()) -> PluginRegistry {
    var backgrounds: [any RegisteredBackground] = []
    var layouts: [any RegisteredLayout] = []
    var unusable: [String: RenderError] = [:]
    for item in items {
      guard let manifest = item.usable else {
        // If an external plugin has the id of a built-in plugin, renders use the built-in plugin.
        // The `wallfarm plugin` commands report the conflict.
        if let reason = item.problems.first, reason.code != .pluginBuiltIn {
          unusable[item.id] = unusable[item.id] ?? reason
        }
        continue
      }
      let carrier = settings.carrier(of: manifest)
      let description = manifest.description.identified(as: item.id)
      switch description.kind {
      case .background:
        backgrounds.append(
          OutsideBackground(manifest: manifest, carrier: carrier, description: description))
      case .layout:
        layouts.append(
          OutsideLayout(manifest: manifest, carrier: carrier, description: description))
      }
    }
    return builtIn.registering(backgrounds: backgrounds, layouts: layouts, unusable: unusable)
  }
}

extension PluginFolders.Place {
  /// Returns the id of a plugin in this folder; in a pack, it begins with the name of the pack.
  fileprivate func qualified(_ id: String) -> String { pack.map { "\($0)/\(id)" } ?? id }
}

extension PluginDescription {
  /// Returns the same description with another id.
  fileprivate func identified(as id: String) -> PluginDescription {
    PluginDescription(
      id: id, version: version, kind: kind, summary: summary, schema: schema, content: content,
      timePrecision: timePrecision, timeUse: timeUse, movesInFilms: movesInFilms, source: source)
  }
}

/// Settings for running plugins.
public struct PluginHostSettings: Sendable {
  /// The limits for one render.
  public var limits: PluginLimits
  /// The command that runs a library in its own process; `nil` runs the library in this process.
  ///
  /// The path of the plugin folder is appended to the command as the last argument. The command
  /// must run ``LibraryServer``.
  public var isolation: [String]?

  /// Creates settings; by default, libraries run in this process.
  public init(limits: PluginLimits = .init(), isolation: [String]? = nil) {
    (self.limits, self.isolation) = (limits, isolation)
  }

  func carrier(of manifest: PluginManifest) -> any PluginCarrier {
    if let program = ProgramCarrier(manifest, limits: limits) { return program }
    guard let isolation else { return LibraryCarrier(manifest, limits: limits) }
    return ProgramCarrier(manifest, command: isolation + [manifest.folder], limits: limits)
  }
}
