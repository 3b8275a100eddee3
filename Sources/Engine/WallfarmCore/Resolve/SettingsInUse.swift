internal import Designs
internal import SourceJSON
import WallfarmPluginKit

/// The plugins of one render.
struct PluginsInUse {
  /// Name of the template.
  let template: String
  /// What the template offers by names of its own, as far as a plugin of this render reads it.
  let offered: [ParameterDescription]
  /// Every name that the template offers.
  let declared: [String]
  let background: (any RegisteredBackground)?
  let layouts: [any RegisteredLayout]

  /// Layouts first: they are what a person most often adjusts.
  var all: [any RegisteredPlugin] {
    layouts.map { $0 as any RegisteredPlugin }
      + (background.map { [$0 as any RegisteredPlugin] } ?? [])
  }
}

/// The settings of a request, each assigned to the plugin it is meant for.
struct SettingsInUse {
  private let settings: [Setting]
  private var assigned: [String: [(ParameterDescription, Setting)]] = [:]
  private var offered: [(ParameterDescription, Setting)] = []

  init(_ settings: [Setting]) { self.settings = settings }

  /// - Throws: `unknown-parameter` for a key that no plugin has, or that two have.
  mutating func assign(to plugins: PluginsInUse) throws(RenderError) {
    for setting in settings {
      let (name, key) = setting.parts(plugins: plugins.all.map { $0.id })
      // The template speaks first; what it does not offer is still the plugin's.
      let own =
        name == nil && key.hasPrefix(plugins.template + ".")
        ? String(key.dropFirst(plugins.template.count + 1)) : key
      if name == nil, let parameter = plugins.offered.first(where: { $0.key == own }) {
        offered.append((parameter, setting))
        continue
      }
      let candidates = plugins.all.filter { name == nil || $0.id == name }
      var owners: [any RegisteredPlugin] = []
      // A template may use one plugin twice; a setting then goes to both.
      for plugin in candidates where plugin.schema[key] != nil {
        if !owners.contains(where: { $0.id == plugin.id }) { owners.append(plugin) }
      }
      if owners.isEmpty, name == nil, plugins.declared.contains(own) {
        throw RenderError(
          .unknownParameter, "'\(own)' has no effect on this picture",
          origin: .setting(setting.key),
          hint: "nothing of the template '\(plugins.template)' that is used here reads it")
      }
      guard let owner = owners.first, let parameter = owner.schema[key] else {
        throw .unknownParameter(
          key,
          known: plugins.offered.map(\.key)
            + candidates.flatMap { $0.schema.parameters.map(\.key) },
          plugins: candidates.map { $0.id }, origin: .setting(setting.key))
      }
      guard owners.count == 1 else {
        throw .ambiguousParameter(key, plugins: owners.map { $0.id })
      }
      assigned[owner.id, default: []].append((parameter, setting))
    }
  }

  /// Every setting as plugin, key and value, the same words however it was spelled.
  ///
  /// A file counts by its content, which is not said here, and a text is somebody's words: see
  /// ``words``.
  var canonical: [String] {
    all.map { name, parameter, setting in
      "\(name)=" + (parameter.kind.isWords ? "" : setting.canonicalValue(as: parameter.kind))
    }
  }

  /// The texts among the settings, such as the message of a banner: as private as notes.
  var words: [String] {
    all.compactMap { name, parameter, setting in
      parameter.kind.isWords ? "\(name)=\(setting.canonicalValue(as: parameter.kind))" : nil
    }
  }

  private var all: [(name: String, ParameterDescription, Setting)] {
    assigned.sorted { $0.key < $1.key }.flatMap { plugin, settings in
      settings.map { ("\(plugin).\($0.0.key)", $0.0, $0.1) }
    } + offered.sorted { $0.0.key < $1.0.key }.map { ($0.0.key, $0.0, $0.1) }
  }

  /// What was set for a parameter that the template offers; the last one counts.
  func value(forOffered key: String) -> Setting? {
    offered.last { $0.0.key == key }?.1
  }

  func values(for plugin: String) -> [(ParameterDescription, Setting)] { assigned[plugin] ?? [] }
}

extension ParameterKind {
  /// Whether a person's own words are set with it.
  fileprivate var isWords: Bool {
    switch self {
    case .text, .texts: true
    case .integer, .number, .boolean, .words, .choice, .color, .stops, .font, .file: false
    }
  }
}

extension Setting {
  fileprivate func canonicalValue(as kind: ParameterKind) -> String {
    switch kind {
    case .file: ""
    case .color: Color(text)?.hex ?? text
    default: value(as: kind)?.text(pretty: false) ?? text
    }
  }

  /// Splits `numbered-notes.max-size`; a key without a plugin's name in front has none.
  fileprivate func parts(plugins: [String]) -> (plugin: String?, key: String) {
    for plugin in plugins where key.hasPrefix(plugin + ".") {
      return (plugin, String(key.dropFirst(plugin.count + 1)))
    }
    return (nil, key)
  }
}
