internal import Designs
internal import SourceJSON
import WallfarmPluginKit

/// The plugins of one render.
struct PluginsInUse {
  /// The name of the template.
  let template: String
  /// The template's own parameters that are used by plugins in this render.
  let offered: [ParameterDescription]
  /// The names of all parameters of the template.
  let declared: [String]
  let background: (any RegisteredBackground)?
  let layouts: [any RegisteredLayout]

  /// All plugins, layouts first, because users adjust them most often.
  var all: [any RegisteredPlugin] {
    layouts.map { $0 as any RegisteredPlugin }
      + (background.map { [$0 as any RegisteredPlugin] } ?? [])
  }
}

/// The settings of a request, assigned to plugins.
struct SettingsInUse {
  private let settings: [Setting]
  private var assigned: [String: [(ParameterDescription, Setting)]] = [:]
  private var offered: [(ParameterDescription, Setting)] = []

  init(_ settings: [Setting]) { self.settings = settings }

  /// Assigns each setting to its plugin.
  ///
  /// - Throws: `unknown-parameter` for a key that no plugin has, or that several have.
  mutating func assign(to plugins: PluginsInUse) throws(RenderError) {
    for setting in settings {
      let (name, key) = setting.parts(plugins: plugins.all.map { $0.id })
      // The template's own parameters take precedence over the parameters of plugins.
      let own = name == nil ? key.without(plugins.template) ?? key : key
      if name == nil, let parameter = plugins.offered.first(where: { $0.key == own }) {
        offered.append((parameter, setting))
        continue
      }
      let candidates = plugins.all.filter { name == nil || $0.id == name }
      var owners: [any RegisteredPlugin] = []
      // A template can use a plugin twice; a setting then applies to both uses.
      for plugin in candidates where plugin.schema[key] != nil {
        if !owners.contains(where: { $0.id == plugin.id }) { owners.append(plugin) }
      }
      if owners.isEmpty, name == nil, plugins.declared.contains(own) {
        throw RenderError(
          .unknownParameter, "'\(own)' has no effect on this picture",
          origin: .setting(setting.key),
          hint: "remove it: the plugins that the template '\(plugins.template)' uses for this "
            + "picture do not read it"
        ).remedied(.remove())
      }
      guard let owner = owners.first, let parameter = owner.schema[key] else {
        let error = RenderError.unknownParameter(
          key,
          known: plugins.offered.map(\.key)
            + candidates.flatMap { $0.schema.parameters.map(\.key) },
          plugins: candidates.map { $0.id }, origin: .setting(setting.key))
        throw name.map(error.renaming) ?? error
      }
      guard owners.count == 1 else {
        throw .ambiguousParameter(key, plugins: owners.map { $0.id })
          .remedied(.rename(to: "\(owners[0].id).\(key)", at: .setting(setting.key)))
      }
      assigned[owner.id, default: []].append((parameter, setting))
    }
  }

  /// The settings in canonical form as plugin, key and value.
  ///
  /// The values of files and text are omitted, because files are identified by their content
  /// elsewhere, and text is private (see ``words``).
  var canonical: [String] {
    all.map { name, parameter, setting in
      "\(name)=" + (parameter.kind.isWords ? "" : setting.canonicalValue(as: parameter.kind))
    }
  }

  /// The text settings, such as the message of a banner, which are as private as notes.
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

  /// Returns the setting for a template parameter; if there are several, the last one applies.
  func value(forOffered key: String) -> Setting? {
    offered.last { $0.0.key == key }?.1
  }

  func values(for plugin: String) -> [(ParameterDescription, Setting)] { assigned[plugin] ?? [] }
}

extension RenderError {
  /// Returns this error about a key with a plugin prefix, changed so that the fix keeps the prefix.
  fileprivate func renaming(in plugin: String) -> RenderError {
    var copy = self
    copy.remedies = remedies.map { remedy in
      if case .rename(let key) = remedy.change { .rename(to: "\(plugin).\(key)") } else { remedy }
    }
    return copy
  }
}

extension ParameterKind {
  /// Whether values of this kind are text written by a person.
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

  /// Splits a key such as `numbered-notes.max-size` into plugin and parameter; without a prefix,
  /// the plugin is nil.
  fileprivate func parts(plugins: [String]) -> (plugin: String?, key: String) {
    for plugin in plugins {
      if let own = key.without(plugin) { return (plugin, own) }
    }
    return (nil, key)
  }
}

extension String {
  /// Returns the key without the prefix of a plugin or template, with or without the name of its
  /// pack; `nil` if the key has another prefix or none.
  fileprivate func without(_ name: String) -> String? {
    if hasPrefix(name + ".") { return String(dropFirst(name.count + 1)) }
    guard let slash = name.lastIndex(of: "/") else { return nil }
    let last = name[name.index(after: slash)...] + "."
    return hasPrefix(last) ? String(dropFirst(last.count)) : nil
  }
}
