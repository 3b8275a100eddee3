internal import WallfarmPluginKit

/// A programming language of new plugins.
public enum StarterLanguage: String, Sendable, Hashable, CaseIterable {
  case c, python, swift
}

// The facts that differ between languages.

extension StarterLanguage {
  /// Whether a plugin in this language must be built before use.
  var needsBuild: Bool { self != .python }

  /// The software that an author needs, as a sentence of the README.
  var requirements: String {
    switch self {
    case .c:
      "It requires a C compiler and cJSON: `sudo apt install libcjson-dev pkg-config`."
    case .python: "It requires Python 3.8."
    case .swift: "It requires Swift 6.3 to build it, but not to run it."
    }
  }

  /// Returns the value of `carrier` in plugin.json.
  func carrier(_ id: String, _ kind: PluginDescription.Kind) -> String {
    switch self {
    case .c, .swift: #"{ "library": "\#(id).so" }"#
    case .python: #"{ "program": "\#(source(kind.rawValue))", "runner": "python3" }"#
    }
  }

  /// Returns the name of a source file, such as `layout.py` or `Layout.swift`.
  func source(_ name: String) -> String {
    switch self {
    case .c: name + ".c"
    case .python: name + ".py"
    case .swift: name.prefix(1).uppercased() + name.dropFirst() + ".swift"
    }
  }

  /// The file with the messages between the plugin and its host.
  var host: String { self == .swift ? "WallfarmHost.swift" : source("wallfarm_host") }
}
