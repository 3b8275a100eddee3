import Synchronization

/// A cache of parsed themes, because successive renders mostly use the same theme.
///
/// Parsing a theme takes 0.7 ms, a tenth of a render with one edited note.
final class KnownThemes: Sendable {
  private let themes = Mutex<[String: ThemeFile]>([:])
  /// Maximum number of entries: more than are installed, but bounded for a server with custom
  /// themes.
  private static let most = 64

  /// The cached theme of a file, if the digest is unchanged.
  func theme(of file: String, digest: String) -> ThemeFile? {
    themes.withLock { $0[file].flatMap { $0.digest == digest ? $0 : nil } }
  }

  func keep(_ theme: ThemeFile) {
    themes.withLock { themes in
      if themes.count >= Self.most { themes = [:] }
      themes[theme.file] = theme
    }
  }
}
