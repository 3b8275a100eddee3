public import Testing

/// Tags by which the Makefile selects tests, through `scripts/tagged`.
extension Tag {
  /// Needs a browser: `make test-web`.
  @Tag public static var web: Self
  /// Needs PostgreSQL, an object store or systemd: `make test-farm`.
  @Tag public static var farm: Self
  /// Compares with recorded files: `make record` writes them.
  @Tag public static var recorded: Self
  /// Tries more in `make torture`.
  @Tag public static var torture: Self
  /// Begins with another seed in each `make torture`.
  @Tag public static var seeded: Self
  /// Runs under the address sanitizer, as all tests of some modules do.
  @Tag public static var sanitized: Self
  /// Never runs under the address sanitizer, which takes too long or finds what is meant.
  @Tag public static var unsanitized: Self
  /// Runs under the thread sanitizer, as all tests of some modules do.
  @Tag public static var threads: Self
}
