import Arguments
import ContentSources
import Designs
import Files
import Geography
import PhotoLibrary
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm library`: dispatches to the verbs that organize photos by day, trip and place.
struct LibraryVerb: CommandVerb {
  static let index = Option(
    "index", value: "file",
    summary: "Private file for the photo index. Default: a file in your data folder.")

  static let command = Command(
    "library",
    summary: "Find days, trips and places in your photos, without network access.",
    discussion: """
      The commands read the time and place of each photo, and store dates, places and paths in one
      file. They do not change photos.

        wallfarm library scan ~/Pictures
        wallfarm library list trips
        wallfarm library content trip-2025-07-12 | wallfarm render --template memory --device iphone15 --content -
      """,
    subcommands: verbs.commands)

  private static let verbs: [any Verb.Type] = [
    LibraryScanVerb.self, LibraryStatusVerb.self, LibraryListVerb.self, LibraryContentVerb.self,
    LibraryPageVerb.self, LibraryProblemsVerb.self, LibraryPauseVerb.self,
    LibraryPrivacyVerb.self,
  ]

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    try Self.verbs.run(invocation.path.last, invocation)
  }

  /// Returns the path of the index.
  static func path(_ invocation: Invocation) throws(RenderError) -> String {
    if let named = invocation.value(of: index) {
      // SQLite opens an in-memory or temporary database if the name is empty or starts with a
      // colon.
      guard !named.isEmpty, !named.hasPrefix(":") else {
        throw RenderError(
          .invalidParameter, "'\(named)' cannot be used as the index file",
          origin: .option(index.long),
          hint: "use a path such as ./library.sqlite")
      }
      return named
    }
    guard let folder = Files.userData else {
      throw RenderError(
        .optionMissing,
        "the path of the photo index is unknown: HOME is not set", origin: .option(index.long),
        hint: "add --index FILE or set HOME")
    }
    return folder + "/library.sqlite"
  }

  /// Opens the photo library with place names.
  static func library(_ invocation: Invocation) throws(RenderError) -> PhotoLibrary {
    let index = try LibraryIndex(try path(invocation), makes: false)
    let file = try Installation.findForUser().maps + "/cities.bin"
    guard let names = PlaceNames(try Files.read(file, limit: 64 << 20)) else {
      throw RenderError(
        .installationBroken, "'\(file)' is not a valid list of cities", origin: .file(file),
        hint: "reinstall wallfarm")
    }
    return try PhotoLibrary(index, zone: try zone(invocation), names: names)
  }

  /// Returns the home time zone: the specified zone, or the machine's zone.
  static func zone(_ invocation: Invocation) throws(RenderError) -> Zone {
    try ZoneFile.zone(
      invocation.value(of: RenderOptions.zone) ?? RenderRequest.localZone,
      origin: .option(RenderOptions.zone.long))
  }

  /// Returns the value of an option as a day, or `nil` if the option is absent.
  static func day(_ option: Option, _ invocation: Invocation) throws(RenderError) -> Day? {
    guard let text = invocation.value(of: option) else { return nil }
    guard let day = Day(text) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not a date", origin: .option(option.long),
        hint: "write a date such as 2026-07-01")
    }
    return day
  }
}
