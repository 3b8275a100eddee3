internal import Synchronization

/// A cache of the themes that were resolved from one file, shared by all copies of the parsed file.
///
/// Devices for which the same parts of the file are active share a theme.
final class ResolvedThemes: Sendable {
  /// The parts of a theme file that are active for a device.
  struct Parts: Hashable {
    let variant: ThemeVariant?
    /// For each override of the file, whether the override is active.
    let overrides: [Bool]
  }

  private let themes = Mutex<[Parts: Theme]>([:])
  private let own = Mutex<ThemeVariant??>(nil)

  /// Returns the theme for the active parts; calls `make` to resolve it the first time.
  func theme(with parts: Parts, make: () -> Theme) -> Theme {
    if let known = themes.withLock({ $0[parts] }) { return known }
    let made = make()
    themes.withLock { $0[parts] = made }
    return made
  }

  /// Returns the variant of the base theme; calls `find` to determine it the first time.
  func ownLook(find: () -> ThemeVariant?) -> ThemeVariant? {
    if let known = own.withLock({ $0 }) { return known }
    let found = find()
    own.withLock { $0 = .some(found) }
    return found
  }
}
