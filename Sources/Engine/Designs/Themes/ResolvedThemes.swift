internal import Synchronization

/// The themes of one file that are already resolved, shared by all copies of the file.
///
/// Devices for which the same parts are active share a theme.
final class ResolvedThemes: Sendable {
  /// The active parts.
  struct Parts: Hashable {
    let variant: ThemeVariant?
    /// Whether each override is active.
    let overrides: [Bool]
  }

  private let themes = Mutex<[Parts: Theme]>([:])
  private let own = Mutex<ThemeVariant??>(nil)

  /// The theme with these parts, resolved by `make` for the first call.
  func theme(with parts: Parts, make: () -> Theme) -> Theme {
    if let known = themes.withLock({ $0[parts] }) { return known }
    let made = make()
    themes.withLock { $0[parts] = made }
    return made
  }

  /// The look of the base theme, found by `find` for the first call.
  func ownLook(find: () -> ThemeVariant?) -> ThemeVariant? {
    if let known = own.withLock({ $0 }) { return known }
    let found = find()
    own.withLock { $0 = .some(found) }
    return found
  }
}
