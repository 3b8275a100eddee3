internal import Files
package import SourceJSON

/// A film as it is written: shots, what stands in them, and what happens to it.
package struct Motion: Sendable {
  /// Of its file, without the ending.
  package let name: String
  package let summary: String
  /// What somebody is told who cannot see it, sentence by sentence.
  package var says: [MotionWords] = []
  /// Kinds of content, and `$KEY` of sentences, that only illustrate: a film of a photo of the caller's own
  /// claims nothing about it.
  package var examples: Set<String> = []
  /// Words by language and key; the first language is for those who have none of them.
  package var languages: [String] = []
  package var texts: [String: [String: String]] = [:]
  package var shots: [MotionShot] = []
  /// The moment that stands for all of it, in seconds.
  package var still = 0.0
  /// What is shown to people who want no motion: moments, each for so many seconds.
  package var reduced: [MotionHold] = []
  /// Its file.
  package let file: String

  /// Whether its photos have to lie beside it; on another machine than that of its file there is no folder to look in.
  package var isConfined = true

  /// Where its photos may lie: beside it.
  var scope: FileScope { FileScope(folder: Files.folder(of: file), isConfined: isConfined) }

  /// Whether any of its pictures has a photo, which another one can take the place of.
  package var showsPhoto: Bool {
    shots.contains { shot in
      shot.picture["photo"] != nil
        || shot.things.contains { thing in
          if case .phone(let phone) = thing.kind { phone.picture["photo"] != nil } else { false }
        }
    }
  }

  package var seconds: Double { shots.reduce(0) { $0 + $1.seconds } }

  /// The language of its words for somebody: that one, else one that begins alike, else its first.
  package func language(for wanted: String?) -> String? {
    guard let wanted else { return languages.first }
    let main = wanted.split(separator: "-").first.map(String.init) ?? wanted
    return languages.first { $0 == wanted } ?? languages.first { $0 == main } ?? languages.first
  }

  /// A text as it is shown.
  package func text(_ words: MotionWords, in language: String?) -> String {
    switch words {
    case .plain(let text): text
    case .named(let key):
      language.flatMap { texts[$0]?[key] } ?? languages.first.flatMap { texts[$0]?[key] } ?? ""
    }
  }

  /// What is said instead of showing it; of a film with the caller's own photo without the examples.
  package func spoken(in wanted: String?, ofOwnPhoto isOwn: Bool = false) -> [String] {
    let language = language(for: wanted)
    return says.filter { !isOwn || !$0.isAmong(examples) }.map { text($0, in: language) }
  }
}

/// A text: as it stands, or the key of one that there is in several languages.
package enum MotionWords: Sendable, Hashable {
  case plain(String)
  case named(String)

  fileprivate func isAmong(_ keys: Set<String>) -> Bool {
    if case .named(let key) = self { keys.contains("$" + key) } else { false }
  }
}

/// A moment that stands still for a while.
package struct MotionHold: Sendable, Hashable {
  /// The moment of the film, in seconds.
  package let time: Double
  /// How long it is shown.
  package let seconds: Double
}

/// A part of a film with one picture behind it.
package struct MotionShot: Sendable {
  package var seconds: Double
  /// A request, as `wallfarm describe request` shows, without device and output.
  package var picture: JSONNode
  package var things: [MotionThing] = []
  package var tracks: [MotionTrack] = []
  package var transition = MotionTransition()
}

/// How a shot takes the place of the one before, in its first seconds.
package struct MotionTransition: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// At once.
    case cut
    /// One shows through the other.
    case fade
    /// From where lines end: from the right, and from the left in languages that are read from the right.
    case push
    /// From below.
    case rise

    /// Whether a shot comes from beyond an edge.
    var moves: Bool { self == .push || self == .rise }
  }

  package var kind = Kind.cut
  package var seconds = 0.0
  package var ease = Ease.curve(0.42, 0, 0.58, 1)

  package init() {}
}
