public import Testing

/// The tags with which the Makefile selects tests through `scripts/tagged`.
extension Tag {
  /// Needs a browser or tests a client; run by `make test-web`.
  @Tag public static var web: Self
  /// Needs PostgreSQL, an object store or systemd; run by `make test-farm`.
  @Tag public static var farm: Self
  /// Compares with recorded files, which are written by `make record`.
  @Tag public static var recorded: Self
  /// Tests more cases in `make torture`.
  @Tag public static var torture: Self
  /// Uses a new seed in each `make torture`.
  @Tag public static var seeded: Self
  /// Runs under the address sanitizer; some modules run all their tests under it.
  @Tag public static var sanitized: Self
  /// Never runs under the address sanitizer, because it takes too long or causes expected reports.
  @Tag public static var unsanitized: Self
  /// Runs under the thread sanitizer; some modules run all their tests under it.
  @Tag public static var threads: Self
}
