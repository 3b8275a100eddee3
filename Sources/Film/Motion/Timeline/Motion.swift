import Designs
package import Files
package import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// The source of a film: its shots, the things in the shots, and their animation.
package struct Motion: Sendable {
  /// The name of the motion file without the extension.
  package let name: String
  package let summary: String
  /// The text alternative, as a list of sentences.
  package var says: [MotionText] = []
  /// The content that is only an example: content kinds, and `$KEY` for each example sentence in
  /// ``says``.
  ///
  /// Example content is omitted if the user provides a photo.
  package var examples: Set<String> = []
  /// The languages of ``texts``; the first language is the fallback.
  ///
  /// The texts are stored by language and key.
  package var languages: [String] = []
  package var texts: [String: [String: String]] = [:]
  package var shots: [MotionShot] = []
  /// The time of the still frame, in seconds from the start of the film.
  package var still = 0.0
  /// The reduced-motion version: frames that are each shown for several seconds.
  package var reduced: [MotionHold] = []
  /// The path of the motion file.
  package let file: String

  /// Whether photos must be in the motion file's folder.
  ///
  /// False on other machines of a farm, because they do not have that folder.
  package var isConfined = true
  /// The folders of packs that come with an order, by the names of the packs.
  package var packs: [String: String] = [:]

  /// The scope for resolving photos, which is the motion file's folder.
  package var scope: FileScope {
    var scope = FileScope(folder: Files.folder(of: file), isConfined: isConfined)
    scope.packs = packs
    scope.pack = PackFolder(of: file, in: scope)?.path
    return scope
  }

  /// Whether any picture contains a photo that can be replaced.
  package var showsPhoto: Bool {
    shots.contains { shot in
      shot.picture["photo"] != nil
        || shot.things.contains { thing in
          if case .phone(let phone) = thing.kind { phone.picture["photo"] != nil } else { false }
        }
    }
  }

  /// Checks that the motion contains a photo that can be replaced.
  ///
  /// - Throws: `conflicting-options`.
  package func checkShowsPhoto() throws(RenderError) {
    guard !showsPhoto else { return }
    throw RenderError(
      .conflictingOptions, "the film '\(name)' shows no photo", origin: .option("photo"),
      hint: "remove the option, or use the motion 'reveal'")
  }

  package var seconds: Double { shots.reduce(0) { $0 + $1.seconds } }

  /// Returns the best available language: the wanted language, its base language (`pt` for
  /// `pt-BR`), or the first language.
  package func language(for wanted: String?) -> String? {
    guard let wanted else { return languages.first }
    let main = wanted.split(separator: "-").first.map(String.init) ?? wanted
    return languages.first { $0 == wanted } ?? languages.first { $0 == main } ?? languages.first
  }

  /// Returns text in a language.
  package func text(_ words: MotionText, in language: String?) -> String {
    switch words {
    case .plain(let text): text
    case .named(let key):
      language.flatMap { texts[$0]?[key] } ?? languages.first.flatMap { texts[$0]?[key] } ?? ""
    }
  }

  /// Returns the text alternative in a language; examples are omitted if the user provides a photo.
  package func spoken(in wanted: String?, ofOwnPhoto isOwn: Bool = false) -> [String] {
    let language = language(for: wanted)
    return says.filter { !isOwn || !$0.isAmong(examples) }.map { text($0, in: language) }
  }
}

/// Literal text, or the key of a translated text.
package enum MotionText: Sendable, Hashable {
  case plain(String)
  case named(String)

  fileprivate func isAmong(_ keys: Set<String>) -> Bool {
    if case .named(let key) = self { keys.contains("$" + key) } else { false }
  }
}

/// A still frame of the reduced-motion version.
package struct MotionHold: Sendable, Hashable {
  /// The time in the film in seconds.
  package let time: Double
  /// The duration in seconds.
  package let seconds: Double
}

/// A part of a film with one picture as its background.
package struct MotionShot: Sendable {
  package var seconds: Double
  /// A render request without a device or output, as shown by `wallfarm describe request`.
  package var picture: JSONNode
  package var things: [MotionThing] = []
  package var tracks: [MotionTrack] = []
  package var transition = MotionTransition()
}

/// The transition from the previous shot; it runs at the start of the new shot.
package struct MotionTransition: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An immediate change.
    case cut
    /// A cross-fade.
    case fade
    /// The shot enters from the right, or from the left in right-to-left languages.
    case push
    /// The shot enters from below.
    case rise

    /// Whether the shot enters from an edge.
    var moves: Bool { self == .push || self == .rise }
  }

  package var kind = Kind.cut
  package var seconds = 0.0
  package var ease = Ease.curve(0.42, 0, 0.58, 1)

  package init() {}
}
