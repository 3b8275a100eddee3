internal import WallfarmCore
public import WallfarmPluginKit

/// The plugins that were found in folders, and what is wrong with those that cannot be used.
public struct PluginShelf: Sendable {
  /// One folder with a plugin.json.
  public struct Item: Sendable {
    /// What it says of itself.
    public let found: ManifestReader.Found
    /// Where it was found.
    public let place: PluginFolders.Place
    /// Everything that keeps it from being used.
    public let problems: [RenderError]
    /// The manifest where nothing does.
    public var usable: PluginManifest? { problems.isEmpty ? found.manifest : nil }
  }

  /// In the order of the folders, and in each by name.
  public let items: [Item]
  private let builtIn: PluginRegistry

  /// Looks into folders; nothing that is found there is run.
  ///
  /// - Parameters:
  ///   - folders: where to look.
  ///   - builtIn: plugins whose ids are taken.
  /// - Throws: `file-unreadable` for a folder that was asked for and is not there.
  public init(folders: PluginFolders, builtIn: PluginRegistry) throws(RenderError) {
    self.builtIn = builtIn
    var found: [(ManifestReader.Found, PluginFolders.Place)] = []
    for (folder, place) in try folders.candidates() {
      found.append((ManifestReader.read(folder: folder), place))
    }
    items = found.map { one, place in
      var problems = one.problems
      if let reason = PluginShelf.clash(of: one, with: builtIn) { problems.append(reason) }
      if let other = found.first(where: { $0.0.id == one.id && $0.0.file != one.file }) {
        problems.append(.pluginTwice(one.id, other.0.file, one.file))
      }
      return Item(found: one, place: place, problems: problems)
    }
  }

  /// One plugin and no others from outside.
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

  /// Why a plugin cannot be there beside those that come along; nil where it can.
  public static func clash(
    of found: ManifestReader.Found, with builtIn: PluginRegistry
  ) -> RenderError? {
    guard found.manifest != nil, builtIn.plugin(found.id) != nil else { return nil }
    return .pluginBuiltIn(found.id, origin: .file(found.file))
  }

  /// The plugin of an id, however it is.
  public func item(_ id: String) -> Item? { items.first { $0.found.id == id } }

  /// The built-in plugins with these.
  public func registry(_ settings: PluginHostSettings = .init()) -> PluginRegistry {
    var backgrounds: [any RegisteredBackground] = []
    var layouts: [any RegisteredLayout] = []
    var unusable: [String: RenderError] = [:]
    for item in items {
      guard let manifest = item.usable else {
        // A built-in plugin works all the same; only a call that names the folder gets the error.
        if let reason = item.problems.first, reason.code != .pluginBuiltIn {
          unusable[item.found.id] = unusable[item.found.id] ?? reason
        }
        continue
      }
      let carrier = settings.carrier(of: manifest)
      switch manifest.description.kind {
      case .background:
        backgrounds.append(OutsideBackground(manifest: manifest, carrier: carrier))
      case .layout: layouts.append(OutsideLayout(manifest: manifest, carrier: carrier))
      }
    }
    return builtIn.registering(backgrounds: backgrounds, layouts: layouts, unusable: unusable)
  }
}

/// How the code of plugins is run.
public struct PluginHostSettings: Sendable {
  /// What one picture may use.
  public var limits: PluginLimits
  /// The command that carries a library in a process of its own; nil: in this process.
  ///
  /// It gets the folder of the plugin as its last word and calls ``LibraryServer``.
  public var isolation: [String]?

  /// Calls libraries in this process unless told otherwise.
  public init(limits: PluginLimits = .init(), isolation: [String]? = nil) {
    (self.limits, self.isolation) = (limits, isolation)
  }

  func carrier(of manifest: PluginManifest) -> any PluginCarrier {
    if let program = ProgramCarrier(manifest, limits: limits) { return program }
    guard let isolation else { return LibraryCarrier(manifest, limits: limits) }
    return ProgramCarrier(manifest, command: isolation + [manifest.folder], limits: limits)
  }
}
