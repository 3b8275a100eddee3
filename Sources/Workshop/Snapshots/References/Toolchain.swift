import Graphics
import WallfarmCore

/// The names and versions of the program, libraries and fonts that drew a picture.
///
/// If libraries or fonts differ from those of the reference, they are the most likely cause of the
/// difference. A different version of the program is reported, but does not count as a toolchain
/// change.
public struct Toolchain: Sendable, Hashable {
  /// The parts, such as `wallfarm 0.1.0` and `cairo 1.16.0`, followed by `fonts` with a truncated
  /// digest.
  public let parts: [String]

  /// Reads the toolchain of a picture.
  init(of fingerprint: Fingerprint) {
    let fonts = fingerprint.parts.first { $0.name == "fonts" }?.digest ?? ""
    parts =
      [Wallfarm.title] + LibraryVersions.drawing.map { "\($0.name) \($0.version)" }
      + ["fonts \(fonts.prefix(Reference.digestLength))"]
  }

  init(parts: [String]) { self.parts = parts }

  /// The changed libraries and fonts, such as `cairo 1.18.0, was 1.16.0`.
  func differences(from old: Toolchain) -> [String] {
    all(from: old).filter { !$0.hasPrefix("wallfarm ") }
  }

  /// Returns the change of the program's version, such as `wallfarm 0.2.0, was 0.1.0`; nil if there
  /// is none.
  func otherProgram(than old: Toolchain) -> String? {
    all(from: old).first { $0.hasPrefix("wallfarm ") }
  }

  private func all(from old: Toolchain) -> [String] {
    let (before, now) = (old.versions, versions)
    return now.compactMap { name, version in
      let was = before.first { $0.name == name }?.version ?? "none"
      return was == version ? nil : "\(name) \(version), was \(was)"
    }
      + before.filter { one in !now.contains { $0.name == one.name } }
      .map { "\($0.name) is missing" }
  }

  private var versions: [(name: String, version: String)] {
    parts.map { part in
      let words = part.split(separator: " ", maxSplits: 1).map(String.init)
      return (words[0], words.count > 1 ? words[1] : "")
    }
  }
}
