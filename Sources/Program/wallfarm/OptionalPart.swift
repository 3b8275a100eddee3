import Designs
import Fetching
import Files
import Glibc
import WallfarmCore
import WallfarmPluginKit

/// A part of the program that only some commands need and that may not be installed.
struct OptionalPart {
  /// The name, such as `fetcher`.
  let name: String
  /// The commands or inputs that need the part.
  let use: String
  let isPresent: Bool
  /// The Debian package that contains the part, or another way to get it.
  let source: String

  /// The line about the part in the output of `wallfarm doctor`.
  var finding: String {
    isPresent
      ? "ok     optional \(name): \(use)"
      : "note   optional \(name): not installed, needed for \(use); install \(source)"
  }

  /// Returns all optional parts of the program; finding them does not require network access.
  static func all(of installation: Installation) -> [OptionalPart] {
    let installer = installation.installer
    return [
      OptionalPart(
        name: "fetcher", use: "photos and content from URLs",
        isPresent: Files.exists(Fetcher.installedProgram) && opens("libcurl.so.4"),
        source: Files.exists(Fetcher.installedProgram) ? "libcurl4" : "wallfarm-fetch"),
      OptionalPart(
        name: "object store", use: "a farm on many machines", isPresent: opens("libcurl.so.4"),
        source: "libcurl4"),
      OptionalPart(
        name: "PostgreSQL", use: "a farm on many machines", isPresent: opens("libpq.so.5"),
        source: "libpq5"),
      OptionalPart(
        name: "films", use: "films in MP4", isPresent: opens("libopenh264.so.7"),
        source: "libopenh264-7"),
      OptionalPart(
        name: "HEIC", use: "photos in HEIC", isPresent: opens("libde265.so.0"),
        source: "libde265-0"),
      OptionalPart(
        name: "AVIF", use: "photos in AVIF", isPresent: opens("libdav1d.so.6"),
        source: "libdav1d6"),
      OptionalPart(
        name: "languages", use: "localized dates and numbers",
        isPresent: opens("libicui18n.so.\(majorVersionOfICU)"), source: "libicu\(majorVersionOfICU)"
      ),
      OptionalPart(
        name: "CJK fonts", use: "Chinese, Japanese and Korean text",
        isPresent: (try? FontLock(installation: installation))?.lacksSeparateFonts == false,
        source: installer == .archive ? "the archive of these fonts" : "wallfarm-fonts-cjk"),
    ]
  }

  /// Returns whether the dynamic linker can load a library into this program.
  private static func opens(_ library: String) -> Bool {
    // Do not close the library: its dependencies may keep thread-local state.
    dlopen(library, RTLD_LAZY | RTLD_LOCAL) != nil
  }

  private static var majorVersionOfICU: Substring {
    Wallfarm.languagesVersion.prefix { $0 != "." }
  }
}
